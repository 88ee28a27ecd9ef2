import { expect, test } from 'vitest'
import { looseTextsIn } from './loose-texts.ts'
import { messagesIn } from './messages-in-source.ts'

const source = `
import { t } from 'a file with a name'
const labels = { Waiting: msg('Waits'), 'Not read': 'In English alone' }
const Box = styled.div\`display: grid of words\`
export const Part = ({ name, isOpen, calls }) => {
  if (name === 'Escape Key') throw new Error('Nobody sees it')
  const state = isOpen ? 'Is open' : t('Is closed')
  return (
    <section className="Wide box" aria-label="This section" title={t(isOpen ? 'Close' : 'Open')}>
      <Trans id="Read the <guide>guide</guide>" components={{ guide: <a href="/guide" /> }} />
      {counted(calls, 'try', 'tries')} {\`\${name} is open today\`}
      <code>npm start again</code>
      kept
    </section>
  )
}`

test('what is on a screen in English alone is found, and what nobody reads is not', () => {
  expect(looseTextsIn(source, 'part.tsx')).toEqual([
    'In English alone',
    'Is open',
    'This section',
    '{} is open today',
    'kept',
  ])
})

test('the texts to be translated are those of t, msg, counted and Trans', () => {
  expect(messagesIn(source, 'part.tsx')).toEqual([
    'Waits',
    'Is closed',
    'Close',
    'Open',
    'Read the <guide>guide</guide>',
    '{count} try',
    '{count} tries',
  ])
})
