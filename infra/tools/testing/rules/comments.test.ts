import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { commentSentences } from './comment-sentences.ts'

/** A beginning in place of a noun, by which a sentence is read twice. */
const noNoun = /^(What|Whatever|Who|Whoever|Whom|Whose|One|Of|Those|None|Nobody)\b/

test('each sentence of a comment begins with a noun or a verb, or with whether, how or when', () => {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js'], { cwd: repoDir, encoding: 'utf8' })
  const wrong = listed
    .trim()
    .split('\n')
    .flatMap((path) =>
      commentSentences(textOf(path))
        .filter(({ text }) => noNoun.test(text))
        .map(({ line, text }) => `${path}:${line}: ${text}`),
    )
  expect(wrong).toEqual([])
})

/** A file's text; empty where it is listed, and removed in the work tree. */
function textOf(path: string): string {
  try {
    return readFileSync(join(repoDir, path), 'utf8')
  } catch {
    return ''
  }
}

test.each([
  ['/** What it is. */\nconst a = 1', ['What it is.'], 1],
  ['const a = 1 // A note.\n', ['A note.'], 1],
  ['\n// A line\n// goes on. And ends.', ['A line goes on.', 'And ends.'], 2],
  ["page.route('**/api/**', all) /* A glob is no comment. */", ['A glob is no comment.'], 1],
  ["const a = 'https://utter.example'", [], 0],
])('%j has the sentences %j', (source, sentences, line) => {
  const found = commentSentences(source)
  expect(found.map(({ text }) => text)).toEqual(sentences)
  if (sentences.length > 0) expect(found[0]?.line).toBe(line)
})
