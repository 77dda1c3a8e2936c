// A game's page as far as it is documented: a chat with its input and button, buttons in messages, tokens. The Mod script
// runs beside it, in a frame that has nothing but the documented calls. `?me=` is the player before the screen.
const me = new URLSearchParams(location.search).get('me');
const log = document.querySelector('#textchat .content'), area = document.querySelector('#textchat-input textarea');
const heard = [];
const table = makeRoll20((message) => {
  heard.push(message);
  if (!message.to.includes(me)) return;
  const line = document.createElement('div');
  line.className = message.whisper ? 'message private whisper' : 'message general';
  line.innerHTML = `<span class="by">${message.from}:</span> ${message.html}`; // the stand-in has judged what is in it
  log.append(line);
  line.scrollIntoView();
});
table.player('-G', 'Gil', true);
table.player('-A', 'Ana');
document.querySelector('#textchat-input .btn').addEventListener('click', () => {
  const text = area.value;
  area.value = '';
  if (text) table.says(me, text, window.chosen);
});
log.addEventListener('click', (event) => {
  const button = event.target.closest('a[href^="!"]');
  if (!button) return;
  event.preventDefault();
  table.says(me, button.getAttribute('href'));
});
function paint() {
  const tokens = table.api.findObjs({ _type: 'graphic' });
  document.querySelector('#map').replaceChildren(...tokens.map((token) => {
    const drawn = document.createElement('div');
    const [left, top, width, height] = ['left', 'top', 'width', 'height'].map((name) => token.get(name));
    drawn.className = 'token';
    drawn.textContent = token.get('name');
    drawn.style.cssText = `left:${left - width / 2}px;top:${top - height / 2}px;width:${width}px;height:${height}px;opacity:${token.get('layer') === 'objects' ? 1 : 0.4}`;
    return drawn;
  }));
}
window.game = { table, heard, at: (id) => ['left', 'top'].map((name) => table.api.getObj('graphic', id).get(name)) };
window.begin = async (tokens) => {
  for (const token of tokens) table.add('graphic', token);
  const source = await (await fetch('skald-mod.js')).text();
  new Function(...Object.keys(table.api), source)(...Object.values(table.api));
  table.ready();
  setInterval(paint, 100);
};
