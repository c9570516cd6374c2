// Requests to the server. A refusal becomes an Error with the server's message.

async function answer(response) {
  if (response.ok) return response;
  const text = await response.text();
  let said = text;
  try {
    const body = JSON.parse(text);
    said = body.error || (typeof body.detail === "string" ? body.detail : JSON.stringify(body.detail || body));
  } catch { /* a plain text */ }
  throw new Error(said || `the server answered ${response.status}`);
}

export async function get(path) {
  return (await answer(await fetch(path))).json();
}

export async function post(path, body) {
  return (await send(path, body)).json();
}

export async function send(path, body) {
  return answer(await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}),
  }));
}

export async function open(content) {
  return (await answer(await fetch("/api/open", { method: "POST", body: content }))).json();
}

// Follows a search; calls `take` with each event, reconnects when the connection breaks before the end.
export function follow(id, take) {
  let isClosed = false, socket = null, isDone = false;
  const connect = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/searches/${id}/events`);
    socket.onmessage = (message) => {
      const event = JSON.parse(message.data);
      isDone ||= event.event === "done" || event.event === "failed" || (event.event === "summary" && event.state !== "running");
      if (!isClosed) take(event);
    };
    socket.onclose = () => { if (!isClosed && !isDone) setTimeout(connect, 1000); };
  };
  connect();
  return () => { isClosed = true; socket?.close(); };
}
