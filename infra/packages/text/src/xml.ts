/** A piece of XML that is whole, and is not escaped once more. */
export type Xml = { xml: string }
type Value = string | number | Xml | Xml[]

/** Characters that XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text as content or as the value of an attribute in double quotes. A half of a surrogate pair becomes U+FFFD. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

function written(value: Value): string {
  if (Array.isArray(value)) return value.map((one) => one.xml).join('\n')
  return typeof value === 'object' ? value.xml : escaped(String(value))
}

/** XML from a template: what is put in is escaped, but for XML itself. */
export const xml = (parts: TemplateStringsArray, ...values: Value[]): Xml => ({
  xml: parts.reduce((text, part, index) => `${text}${written(values[index - 1] ?? '')}${part}`),
})

export const noXml: Xml = { xml: '' }

/** A document as its file has it. */
export const xmlDocument = ({ xml: content }: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`
