(async () => {
  const $ = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob($("data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const film = new Film(JSON.parse(await new Response(stream).text())), words = film.words, gone = film.takenBack();
  const board = new Board($("scene"), Object.fromEntries(LISTS.map((list) => [list, $("l-" + list)])));

  function go(version, glide = true, quiet = false) {
    const before = film.at;
    if (!film.seek(version)) return;
    board.draw(film, glide && Math.abs(film.at - before) < 60);
    $("scrub").value = film.at;
    const round = film.round();
    $("where").textContent = `${round ? words.round + " " + round + " · " : ""}${words.version} ${film.at} / ${film.version}`;
    $("scrub").setAttribute("aria-valuetext", $("where").textContent);
    light();
    if (!quiet) try { history.replaceState(null, "", "#v=" + film.at); } catch { location.hash = "v=" + film.at; }
  }

  // -- the log: an entry for an act, its details folded in
  const entries = [];
  const text = (name, kind, words) => { const one = document.createElement(name); if (kind) one.className = kind; one.textContent = words; return one; };

  function reasons(event) {
    const found = [];
    for (const { value, withheld, terms } of event.reasons) {
      if (value !== null && (terms.length || withheld)) found.push(text("div", "because", value + " ="));
      for (const { source, amount, times, over, rule } of terms) {
        const part = (times !== 1 ? " × " + times : "") + (over !== 1 ? " / " + over : "");
        const sum = amount === null ? part.trim() : (amount >= 0 && value !== null ? "+" : "") + amount + part;
        const line = text("div", "because", `${sum} ${source}${rule ? " [" + rule + "]" : ""}`);
        if (rule && film.rules[rule]) line.title = film.rules[rule];
        found.push(line);
      }
      if (withheld) found.push(text("div", "because", words.withheld));
    }
    return found;
  }

  const list = $("acts");
  let round = 0;
  for (const { key, first, last, told, head, line } of film.acts()) {
    if (!head) continue;
    while (round < film.rounds.length && film.rounds[round].version <= last) {
      const number = film.rounds[round++].round;
      if (number) list.append(text("li", "round", words.round + " " + number));
    }
    const entry = document.createElement("li"), link = text("a", "", line);
    link.href = "#v=" + last;
    if (gone.has(head.version)) { link.className = "gone"; link.title = words.takenBack; }
    entry.append(link);
    entry.dataset.act = key;
    if (told.length > 1 || head.reasons.length || head.rule) {
      const more = document.createElement("details"), count = told.length - 1;
      more.append(text("summary", "", count ? "+ " + count : "…"));
      more.addEventListener("toggle", () => {
        if (more.childElementCount > 1) return;
        for (const event of told) {
          const rule = event.rule ? " [" + event.rule + "]" : "", kind = "event" + (gone.has(event.version) ? " gone" : "");
          const one = text("div", kind, event.version + " · " + event.text + rule);
          one.append(...reasons(event));
          more.append(one);
        }
      });
      entry.append(more);
    }
    list.append(entry);
    entries.push({ first, last, entry });
  }
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) { event.preventDefault(); clock.stop(); go(Number(link.getAttribute("href").slice(3))); }
  });
  let lit = null;
  function light() {
    let low = 0, high = entries.length;
    while (low < high) { const middle = (low + high) >> 1; if (entries[middle].first <= film.at) low = middle + 1; else high = middle; }
    const now = entries[low - 1];
    if (now === lit) return;
    if (lit) { lit.entry.classList.remove("now"); lit.entry.removeAttribute("aria-current"); }
    lit = now;
    if (!now) return;
    now.entry.classList.add("now");
    now.entry.setAttribute("aria-current", "step");
    const box = now.entry.offsetTop - list.offsetTop;
    if (box < list.scrollTop || box + now.entry.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = box - list.clientHeight / 3;
  }

  // -- moving through it
  const clock = new Clock(film, { go, changed: () => {
    const said = clock.playing ? words.pause : words.play;
    $("play").textContent = clock.playing ? "❚❚" : "▶";
    $("play").title = said;
    $("play").setAttribute("aria-label", said);
  } });
  const play = () => clock.playing ? clock.stop() : clock.play();
  const moves = {
    "back": () => go(film.at - 1), "forward": () => go(film.at + 1),
    "last-turn": () => go(film.before(film.turns)), "next-turn": () => go(film.after(film.turns)),
    "last-round": () => go(film.before(film.starts)), "next-round": () => go(film.after(film.starts)),
  };
  for (const [id, move] of Object.entries(moves)) $(id).addEventListener("click", () => { clock.stop(); move(); });
  $("play").addEventListener("click", play);
  $("scrub").max = film.version;
  $("scrub").addEventListener("input", () => { clock.stop(); go(Number($("scrub").value)); });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = (event.shiftKey ? "Shift+" : "") + event.key;
    const found = {
      "ArrowLeft": moves.back, "ArrowRight": moves.forward, "Shift+ArrowLeft": moves["last-turn"],
      "Shift+ArrowRight": moves["next-turn"], "ArrowUp": moves["last-turn"], "ArrowDown": moves["next-turn"],
      "PageUp": moves["last-round"], "PageDown": moves["next-round"],
      "Home": () => go(1), "End": () => go(film.version),
    }[key];
    // Space presses the button or folds the details that have the focus.
    if (key === " " && !event.target.closest("button, summary")) { event.preventDefault(); play(); }
    else if (found && !(event.target.closest("#acts, #scroll") && event.key.match(/Up|Down/))) {
      event.preventDefault(); clock.stop(); found();
    }
  });
  addEventListener("hashchange", () => { clock.stop(); go(named(), true, true); });
  const named = () => Number((location.hash.match(/v=(\d+)/) || [])[1]) || 1;

  function ticks() {
    const canvas = $("ticks"), wide = canvas.clientWidth, pen = canvas.getContext("2d");
    canvas.width = wide;
    pen.fillStyle = getComputedStyle(document.body).color;
    const x = (version) => 8 + (wide - 16) * (version - 1) / Math.max(1, film.version - 1);
    for (const version of film.turns) pen.fillRect(x(version), 6, 1, 4);
    for (const version of film.starts) pen.fillRect(x(version) - 1, 0, 2, 10);
  }
  addEventListener("resize", ticks);
  ticks();
  go(named(), false, true);
  document.documentElement.dataset.ready = "true";
})();
