export type FrontMatter = { title?: string; language?: string; body: string }

const block = /^---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

/** Title and language of a Markdown file's front matter, which is no part of its text. Values over several lines are left out. */
export function frontMatter(text: string): FrontMatter {
  const [whole = '', matter = ''] = block.exec(text) ?? []
  if (!/^[\w-]+[ \t]*:/.test(matter)) return { body: text }
  const title = valueIn(matter, 'title')
  const language = valueIn(matter, 'lang(?:uage)?')
  return { ...(title && { title }), ...(language && { language }), body: text.slice(whole.length) }
}

function valueIn(matter: string, key: string): string {
  const written = new RegExp(`^${key}[ \\t]*:[ \\t]*(\\S.*)$`, 'im').exec(matter)?.[1]?.trim() ?? ''
  if (/^(["']).*\1$/.test(written)) return written.slice(1, -1)
  return /^[|>[{&*]/.test(written) ? '' : written
}
