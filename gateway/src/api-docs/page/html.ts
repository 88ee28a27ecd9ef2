/** Text as HTML. */
export const escaped = (text: unknown): string =>
  String(text).replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? '',
  )

export const code = (text: unknown): string => `<code>${escaped(text)}</code>`

/** The little Markdown of our own sentences: paragraphs, lists, `code` and **bold**. */
export function prose(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => {
      const [first = '', ...rest] = block.split('\n')
      const [head, items] = first.startsWith('- ') ? ['', [first, ...rest]] : [first, rest]
      const isList = items.length > 0 && items.every((item) => item.startsWith('- '))
      if (!isList) return `<p>${inline(block)}</p>`
      return `${head && `<p>${inline(head)}</p>`}<ul>${items.map((item) => `<li>${inline(item.slice(2))}</li>`).join('')}</ul>`
    })
    .join('')
}

/** Only `code` and **bold**, for a sentence inside a line. */
export const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
