// The REST interface as a page, from the server's own OpenAPI description.

import { get } from "./api.js";
import { el } from "./dom.js";

const description = await get("/api/openapi.json"),
  routes = document.getElementById("routes");
for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, one] of Object.entries(methods)) {
    const body = one.requestBody?.content?.["application/json"]?.schema;
    const schema = body?.$ref ? description.components.schemas[body.$ref.split("/").pop()] : body;
    const fields = [...Object.keys(schema?.properties ?? {}), ...(one.parameters ?? []).map((p) => p.name)];
    routes.append(
      el(
        "section",
        { class: "card" },
        el("h2", { class: "row" }, el("small", { class: "chip" }, method.toUpperCase()), el("code", {}, path)),
        el("p", {}, one.description || one.summary || ""),
        fields.length
          ? el(
              "p",
              { class: "row soft" },
              "Fields",
              fields.map((name) => el("code", {}, name)),
            )
          : null,
      ),
    );
  }
}
