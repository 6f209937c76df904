// The language of this browser, chosen on the page: kept in a cookie, because the board sends the page in it.

const COOKIE = "tamsk-pi-language";
const YEAR_S = 31536000;

export function readIn(language) {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_S}; samesite=strict`;
  const isKept = document.cookie.split("; ").includes(`${COOKIE}=${language}`);
  // A browser that keeps no cookies says its language in the address.
  location.assign(isKept ? location.pathname : `${location.pathname}?lang=${encodeURIComponent(language)}`);
}
