// Light or dark: as the system has it, or as this browser was told. It runs before the first paint.

(() => {
  const KEY = "duelmat-theme";
  const MEDIA = { light: "not all", dark: "screen" };
  const link = document.getElementById("dark");
  if (!(link instanceof HTMLLinkElement)) return;

  /** @param {string | null} theme */
  const wear = (theme) => {
    if (theme === "light" || theme === "dark") link.media = MEDIA[theme];
  };
  const told = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  wear(told());
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-theme-switch]") : null;
    if (!button) return;
    const isDark = matchMedia(link.media).matches;
    wear(isDark ? "light" : "dark");
    try {
      localStorage.setItem(KEY, isDark ? "light" : "dark");
    } catch {
      // It holds for this page alone.
    }
  });
})();
