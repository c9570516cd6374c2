// Requests to the server. A refusal becomes an Error with the server's message.

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Start `edgematch studio` again, then load this page again.");
  }
}

async function answer(response) {
  if (response.ok) return response;
  const text = await response.text();
  let said = text;
  try {
    const body = JSON.parse(text);
    said = body.error || body.detail;
  } catch {
    /* a plain text */
  }
  throw new Error(said || `the server answered ${response.status}`);
}

export async function get(path) {
  return (await answer(await reach(path))).json();
}

export async function post(path, body) {
  return (await send(path, body)).json();
}

export async function send(path, body) {
  return answer(
    await reach(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body ?? {}),
    }),
  );
}

// Opens a text: a name, a URL or the content of a file. A board without pieces is one of the puzzle given.
export async function open(text, puzzle = null) {
  return post("/api/read", { text, puzzle: puzzle && puzzle.document() });
}

const MOST_FAILURES = 10;

// Follows a search: calls `take` with each event, one after the other, and reconnects when the connection breaks before
// the end. Returns a function that ends it.
export function follow(id, take) {
  let isClosed = false;
  let isDone = false;
  let socket = null;
  let failures = 0;
  let taken = Promise.resolve();
  const connect = () => {
    socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/searches/${id}/events`,
    );
    socket.onmessage = (message) => {
      const event = JSON.parse(message.data);
      failures = 0;
      isDone ||=
        event.event === "done" || event.event === "failed" || (event.event === "summary" && event.state !== "running");
      taken = taken.then(() => (isClosed ? null : take(event))).catch((error) => console.error(error));
    };
    socket.onclose = () => {
      if (isClosed || isDone) return;
      if (++failures < MOST_FAILURES) setTimeout(connect, 1000);
      else
        take({
          event: "failed",
          message: "The server does not know this search any more, or does not answer. Start the search again.",
        });
    };
  };
  connect();
  return () => {
    isClosed = true;
    socket?.close();
  };
}
