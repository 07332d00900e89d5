// The widget of a notebook: the page in a frame, and the model that Python reads.

// The page runs in a sandbox: it reaches neither the notebook nor any server, and speaks by messages only.
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.title = model.get("title");
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
  frame.srcdoc = model.get("page");
  let known = ""; // the game of the page as text
  const tell = () => {
    const game = model.get("game");
    if (game.placed && JSON.stringify(game) !== known) frame.contentWindow?.postMessage(game, "*");
  };
  const receive = ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data === "ready") { tell(); return; }
    known = JSON.stringify(data);
    model.set("game", data);
    model.save_changes();
  };
  window.addEventListener("message", receive);
  model.on("change:game", tell);
  el.append(frame);
  return () => {
    window.removeEventListener("message", receive);
    model.off("change:game", tell);
  };
}

export default { render };
