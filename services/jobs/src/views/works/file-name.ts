/** Characters of a title in the name of a file. */
const maxLength = 80

/** A `Content-Disposition` by which a browser saves a file under a title (RFC 6266); in plain letters for one that reads no others. */
export function attachmentOf(title: string, ending: string): string {
  const name =
    [
      ...title
        .toWellFormed()
        .replace(/[\s\p{C}/\\:*?"<>|]+/gu, ' ')
        .trim(),
    ]
      .slice(0, maxLength)
      .join('') || 'book'
  const plain = name.replace(/[^\w .-]+/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}.${ending}"; filename*=UTF-8''${encoded}.${ending}`
}
