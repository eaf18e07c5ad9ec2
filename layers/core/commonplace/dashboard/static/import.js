// Imports a file of any size: reads it a line at a time, sends parts, and shows what became of them.
(() => {
  "use strict";
  const RECORDS = 200, ENCODED = 800_000; // of a part, as a form carries it: the function takes 1 MB
  const HEAD = 10_000, LINE = 8_000_000; // characters
  const SHOWN = 200; // refused lines
  const IMPORTED = ["memory", "store"];

  class Wrong extends Error {} // its message names one of the form's texts

  // ---- reading: lines by number, null for one that is too long, of which no more than a piece is held
  async function* lines(job) {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const reader = job.file.stream().getReader();
    let number = 0, held = "", tooLong = false;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        let text;
        try {
          text = done ? decoder.decode() : decoder.decode(value, { stream: true });
        } catch {
          throw new Wrong("notText");
        }
        job.read += done ? 0 : value.length;
        job.decoded += text.length;
        const ends = (held + text).split("\n");
        held = ends.pop();
        for (const line of ends) {
          yield { number: ++number, text: tooLong || line.length > LINE ? null : line.trim() };
          tooLong = false;
        }
        if (number === 0 && held.length > HEAD) throw new Wrong("noExport");
        if (held.length > LINE) [held, tooLong] = ["", true];
        if (done) {
          if (held || tooLong) yield { number: ++number, text: tooLong ? null : held.trim() };
          return;
        }
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  }

  function checkHead(text) {
    let head;
    try {
      head = JSON.parse(`${text}]}`);
    } catch {
      throw new Wrong("noExport");
    }
    if (head === null || head.format !== "commonplace-export") throw new Wrong("noExport");
    if (head.version !== 1) throw new Wrong("otherVersion");
  }

  // What a line holds; of what is never imported no more than that it is there.
  function record(job, text) {
    if (text === null) return refuse(job, "lineLong");
    if (text === "") return refuse(job, "lineEmpty");
    const line = text.replace(/,$/, "");
    let value;
    try {
      value = JSON.parse(line);
    } catch {
      return refuse(job, "lineJson");
    }
    const size = new URLSearchParams({ a: line }).toString().length;
    if (size <= ENCODED) return { line, size };
    if (value !== null && typeof value === "object" && "type" in value && !IMPORTED.includes(value.type)) {
      job.counts.ignored++;
      return null;
    }
    return refuse(job, "lineLong");
  }

  async function run(job) {
    let part = [], size = 0, first = 0, ended = false;
    const flush = async () => {
      if (part.length) await send(job, part, first);
      [part, size] = [[], 0];
      show(job);
    };
    for await (const { number, text } of lines(job)) {
      job.line = number;
      job.passed += (text === null ? LINE : text.length) + 1;
      if (number === 1) {
        checkHead(text);
        continue;
      }
      if (text !== null && text.startsWith("]")) {
        ended = true;
        break;
      }
      const found = record(job, text);
      if (part.length && (!found || part.length === RECORDS || size + found.size > ENCODED)) await flush();
      if (!found) continue;
      if (!part.length) first = number;
      part.push(found.line);
      size += found.size;
    }
    await flush();
    if (job.line === 0) throw new Wrong("noExport");
    if (!ended) throw new Wrong("cutOff");
  }

  // ---- sending: go on where the service had no time, and halve what it cannot read as a whole
  async function send(job, part, first) {
    while (part.length) {
      const { status, told } = await post(job, part, first);
      if (status !== 200) {
        if (part.length === 1) return refuse(job, "lineRefused", first, told.error);
        const middle = part.length >> 1;
        await send(job, part.slice(0, middle), first);
        [part, first] = [part.slice(middle), first + middle];
        continue;
      }
      for (const name in job.counts) if (typeof told[name] === "number") job.counts[name] += told[name];
      for (const one of told.refused) refuse(job, "", one.line, one);
      show(job);
      if (told.next_line === null) return;
      [part, first] = [part.slice(told.next_line - first), told.next_line];
    }
  }

  async function post(job, part, first) {
    const body = new URLSearchParams({ csrf: job.form.elements.csrf.value, records: `[${part.join(",")}]`, first_line: first });
    for (let tried = 1; ; tried++) {
      let answer = null;
      try {
        answer = await fetch(job.form.action, { method: "POST", body, signal: job.stopped.signal });
      } catch (error) {
        if (error.name === "AbortError") throw error;
      }
      // Of an earlier sign-in, where another tab has signed in anew.
      if (answer && (answer.redirected || answer.status === 403)) throw new Wrong("signedOut");
      const isJson = answer && (answer.headers.get("content-type") || "").startsWith("application/json");
      if (answer && answer.ok && isJson) return { status: 200, told: await answer.json() };
      if (answer && [400, 413].includes(answer.status)) return { status: answer.status, told: isJson ? await answer.json() : {} };
      if (tried === 4 || (answer && answer.status < 500 && answer.status !== 429)) throw new Wrong("broken");
      await new Promise((done) => setTimeout(done, 1000 * tried));
    }
  }

  // ---- showing
  function refuse(job, why, line = job.line, said = null) {
    job.counts.refused++;
    if (job.counts.refused <= SHOWN) {
      const row = job.form.querySelector("template").content.cloneNode(true), cells = row.querySelectorAll("td");
      cells[0].textContent = line.toLocaleString(document.documentElement.lang);
      cells[1].textContent = said ? said.message : job.form.dataset[why];
      job.form.querySelector("[data-refused]").append(row);
    }
    return null;
  }

  function show(job) {
    const number = (value) => value.toLocaleString(document.documentElement.lang);
    for (const name in job.counts) {
      const place = job.form.querySelector(`[data-count="${name}"]`);
      place.textContent = number(job.counts[name]);
      place.parentElement.hidden = job.counts[name] === 0 && place.dataset.always === undefined;
    }
    job.form.querySelector("[data-refusals]").hidden = job.counts.refused === 0;
    job.form.querySelector("[data-further]").hidden = job.counts.refused <= SHOWN;
    // Of what is read, no more than a piece is sent yet.
    job.bar.value = job.decoded ? Math.min(1, job.passed / job.decoded) * job.read / job.file.size : 0;
    job.said.textContent = job.form.dataset.working.replace("{line}", number(job.line));
  }

  const jobs = new Set();
  async function start(form) {
    const names = [...form.querySelectorAll("[data-count]")].map((one) => [one.dataset.count, 0]);
    const job = {
      form, file: form.elements.file.files[0], read: 0, decoded: 0, passed: 0, line: 0, counts: Object.fromEntries(names),
      stopped: new AbortController(), bar: form.querySelector("progress"), said: form.querySelector("[data-said]"),
    };
    const stop = form.querySelector("[data-stop]"), button = form.querySelector("[type=submit]");
    form.querySelector("[data-refused]").replaceChildren();
    form.querySelector("[data-result]").hidden = job.bar.hidden = job.said.hidden = stop.hidden = false;
    form.querySelector("[data-end]").hidden = button.disabled = true;
    stop.onclick = () => job.stopped.abort();
    jobs.add(job);
    show(job);
    let why = "ready";
    try {
      await run(job);
    } catch (error) {
      why = error instanceof Wrong ? error.message : error.name === "AbortError" ? "stopped" : "broken";
    }
    show(job);
    jobs.delete(job);
    const nothing = why === "noExport" || why === "otherVersion";
    form.querySelector("[data-result]").hidden = nothing;
    job.bar.hidden = job.said.hidden = stop.hidden = true;
    button.disabled = false;
    const now = form.isConnected ? form : document.querySelector("[data-import]"); // the page may stand there anew
    if (!now) return;
    const end = now.querySelector("[data-end]");
    end.hidden = false;
    end.className = why === "ready" ? "tip" : "tip warn";
    end.textContent = form.dataset[why];
    end.focus();
  }

  document.addEventListener("submit", (event) => {
    if (event.target.dataset.import === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.target.elements.file.files.length) start(event.target);
  }, true);
  addEventListener("beforeunload", (event) => { if (jobs.size) event.preventDefault(); });
  const offer = () => { for (const form of document.querySelectorAll("[data-import]")) form.hidden = false; };
  document.addEventListener("htmx:afterSettle", () => {
    offer();
    for (const job of jobs) if (!job.form.isConnected) job.stopped.abort(); // nothing goes on that nobody sees
  });
  offer();
})();
