import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { help } from '../src/help.ts'

const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
const explained = [...example.matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1] ?? '')

test('the help names the commands', () => {
  for (const command of ['npm start', 'npm run dev', 'npm run clean', '--verbose']) expect(help).toContain(command)
})

test('every setting of the help has a line in .env.example, commented out', () => {
  const named = [...help.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map((match) => match[0])
  expect(explained).toEqual(expect.arrayContaining([...new Set(named)]))
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
})
