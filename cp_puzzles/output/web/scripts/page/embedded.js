// The page in a frame of another one, such as a notebook: it sends its game, and takes a game that is sent to it.

// The numbers of the pieces placed, of the cells left empty, of the cell that was clicked last (null: none), and of the
// tile of the piece in the hand.
function gameOf({ play, playBoard: { hand, cell } }) {
  return { placed: play.placed.filter((index) => !play.locked.has(index)), left: play.left, cell, tile: hand.tile };
}

export function connectFrame(page) {
  let sent = "";
  page.onGame = () => {
    const game = gameOf(page);
    const text = JSON.stringify(game);
    if (text !== sent) parent.postMessage(game, "*");
    sent = text;
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !Array.isArray(data.placed)) return;
    page.play.restore(data.placed, data.left);
    page.playBoard.cancel();
    page.refresh();
  });
  parent.postMessage("ready", "*");
}
