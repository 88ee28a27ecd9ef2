export function readCookie(name: string): string | undefined {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  }
  return undefined
}

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Safari and from pages without HTTPS.
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}
