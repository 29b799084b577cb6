// Live updates: if a page names a stream of changes, reload its parts whenever something changes. Pages work without this script.
(() => {
  'use strict';
  const { live, address } = document.body.dataset;
  document.querySelector('.faults')?.focus();
  if (!live || !window.EventSource) return;
  const news = document.getElementById('news');
  let timer;
  let isBusy = false;

  async function refresh() {
    if (isBusy) return later();
    isBusy = true;
    try {
      const answer = await fetch(address, { headers: { Accept: 'text/html' }, cache: 'no-store', redirect: 'error' });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const told = [];
      for (const part of document.querySelectorAll('[data-part]')) {
        const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
        if (!next || next.outerHTML === part.outerHTML) continue;
        const focused = part.contains(document.activeElement) && document.activeElement.getAttribute('href');
        part.replaceWith(document.adoptNode(next));
        if (focused) next.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
        if (next.dataset.news) told.push(next.dataset.news);
      }
      if (told.length) news.textContent = `Updated: ${told.join(' ')}`;
      // An untouched form applies to the state that the page now shows.
      for (const field of document.querySelectorAll('input[name="version"]')) {
        const form = field.form;
        const next = fresh.querySelector(`form[action="${form.getAttribute('action')}"] input[name="version"]`);
        if (next && !form.dataset.touched) field.value = next.value;
      }
    } catch {
      // The next change triggers another attempt.
    } finally {
      isBusy = false;
    }
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(refresh, 200);
  }

  document.addEventListener('input', (event) => { if (event.target.form) event.target.form.dataset.touched = 'yes'; });
  new EventSource(live).addEventListener('changed', later);
})();
