const inline =
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'
const breaking =
  'address article aside blockquote body br button center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe input legend li link main meta nav ol option p picture pre script section select source style summary table tbody td template textarea tfoot th thead title tr track ul video audio'
const inlineTags = new Set(inline.split(' '))
const breakingTags = new Set(breaking.split(' '))
const flags =
  /^(?:allowfullscreen|async|autoplay|checked|controls|defer|disabled|hidden|loop|multiple|muted|open|readonly|required|reversed|selected)$/i

const tag = /^<\/?([a-z][\w-]*)((?:\s+[^\s"'=<>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>]+))?)*)\s*\/?>$/i
const attribute = /\s+([^\s"'=<>]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>]+))?/g

/**
 * The effect of a piece of HTML on the words around it: `none` for a comment and a tag within a line, `break` for a tag of a block. Undefined when
 * it is no tag of HTML with attributes of HTML, such as `<b and c>` and `<speak>`: it is text then.
 */
export function effectOf(html: string): 'none' | 'break' | 'raised' | 'lowered' | undefined {
  if (/^<!--/.test(html) || /^<!doctype\s/i.test(html)) return 'none'
  const [, name = '', attributes = ''] = tag.exec(html) ?? []
  const isHtml = [...attributes.matchAll(attribute)].every(
    ([, key = '', value]) => value !== undefined || flags.test(key),
  )
  if (!isHtml) return undefined
  const lower = name.toLowerCase()
  if (breakingTags.has(lower)) return 'break'
  if (!inlineTags.has(lower)) return undefined
  if (html.startsWith('</')) return 'none'
  return lower === 'sup' ? 'raised' : lower === 'sub' ? 'lowered' : 'none'
}
