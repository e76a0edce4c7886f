// What this browser remembers; one that keeps nothing forgets it with the page.

/** @type {(name: string) => string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(`duelmat-${name}`);
  } catch {
    return null;
  }
}

/** @type {(name: string, value: string) => void} */
export function remember(name, value) {
  try {
    localStorage.setItem(`duelmat-${name}`, value);
  } catch {
    // It holds for this page alone.
  }
}
