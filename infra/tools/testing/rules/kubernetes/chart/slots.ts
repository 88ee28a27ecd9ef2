import { stringify } from 'yaml'

/** Template text in place of a whole line. @param indent the spaces before it, in a list those before its dash @param key the text of the line before its value */
type Line = (indent: number, key: string) => string
type Slot = { inline: string } | { line: Line }

const slots: Slot[] = []
const taken = (slot: Slot) => `slot-${slots.push(slot) - 1}-`

/** A place in a string for an expression of a template, such as `$.Values.publicUrl`. */
export const inline = (expression: string): string => taken({ inline: `{{ ${expression} }}` })

/** A place for the text of a whole line, or of many: it stands as a value, as an item of a list, or as a key. */
export const line = (text: Line): string => taken({ line: text })

/** An indent. */
export const spaces = (count: number) => ' '.repeat(count)
const isGiven = (indent: number, key: string, path: string, condition: string) =>
  `{{- ${condition} }}\n${spaces(indent)}${key} {{- toYaml ${path} | nindent ${indent + 2} }}`

/** A value of the chart as it is: a map or a list. */
export const block = (path: string): string =>
  line((indent, key) => `${spaces(indent)}${key} {{- toYaml ${path} | nindent ${indent + 2} }}`)

/** A field that is there where its value is not empty. */
export const optional = (path: string): string =>
  line((indent, key) => `${isGiven(indent, key, '.', `with ${path}`)}\n{{- end }}`)

/** A field that is there under a condition. */
export const only = (condition: string, expression: string): string =>
  line((indent, key) => `{{- if ${condition} }}\n${spaces(indent)}${key} {{ ${expression} }}\n{{- end }}`)

/** Text that a helper of the chart prints, in place of a line. */
export const included = (helper: string): string =>
  line((indent) => `${spaces(indent)}{{- include "${helper}" $ | nindent ${indent} }}`)

/** An object as YAML with the texts of its slots; braces of its own are none of a template. */
export function templateOf(object: object): string {
  const text = stringify(object, { aliasDuplicateObjects: false, lineWidth: 0 })
  return text.replaceAll('{{', '{{ "{{" }}').split('\n').map(filled).join('\n')
}

function filled(text: string): string {
  const [, indent = '', key = '', index] = /^( *)(.*?)"?slot-(\d+)-/.exec(text) ?? []
  const slot = index === undefined ? undefined : slots[Number(index)]
  if (!slot) return text
  if ('line' in slot) return slot.line(indent.length, key.trim())
  return filled(text.replace(`slot-${index}-`, slot.inline.replaceAll('$', '$$$$')))
}
