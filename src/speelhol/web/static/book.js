/* The search box of a rulebook: what does not hold the words that are typed is out of sight. */
(() => {
  const form = document.querySelector(".find");
  if (!form) return;
  const box = form.querySelector("input"),
    found = document.getElementById("found"),
    chapters = [...document.querySelectorAll("[data-chapter]")];
  // letters alone: capitals and accents make no difference
  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = new Map([...document.querySelectorAll("[data-find]")].map(one => [one, plain(one.textContent)]));

  const search = () => {
    const words = plain(box.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [one, text] of texts) {
      one.hidden = !words.every(word => text.includes(word));
      count += !one.hidden;
    }
    for (const chapter of chapters) {
      chapter.hidden = ![...chapter.querySelectorAll("[data-find]")].some(one => !one.hidden);
      const entry = document.querySelector(`.contents a[href="#${chapter.id}"]`);
      if (entry) entry.parentElement.hidden = chapter.hidden;
    }
    found.textContent = words.length ? found.dataset.found.replace("{n}", count) : "";
  };

  form.hidden = false;
  form.addEventListener("submit", event => event.preventDefault());
  box.addEventListener("input", search);
  // whoever follows a link to a rule sees it
  addEventListener("hashchange", () => {
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (wanted && wanted.closest("[hidden]")) {
      box.value = "";
      search();
      wanted.scrollIntoView();
    }
  });
})();
