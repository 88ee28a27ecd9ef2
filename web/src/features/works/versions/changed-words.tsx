import { diffWords } from 'diff'
import styled from 'styled-components'
import { madeOnce } from '../../../lib/made-once.ts'

const Text = styled.p`
  line-height: 22px;
  overflow-wrap: anywhere;
  white-space: pre-line;
  ins, del { border-radius: var(--r-1); padding: 0 1px; }
  ins {
    color: var(--completed);
    background: var(--completed-tint);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  del { color: var(--failed); background: var(--failed-tint); text-decoration-thickness: 1px; }
`

/** Words by which two texts may differ: beyond it they are two texts, and comparing them takes long. */
const maxDifferent = 1_000

// Languages without spaces have words too; a browser without it marks whole runs of them.
const words = madeOnce(() => ('Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined))

interface ChangedWordsProps {
  text: string
  /** Undefined: there is none to compare with. */
  now: string | undefined
}

/** A text, with its words that another one does not have, and those of the other one that it does not have. */
export function ChangedWords({ text, now }: ChangedWordsProps) {
  const segmenter = words()
  const options = { ...(segmenter && { intlSegmenter: segmenter }), maxEditLength: maxDifferent }
  const parts = now === undefined ? undefined : diffWords(now, text, options)
  return (
    <Text dir="auto">
      {parts?.map(({ value, added, removed }, index) => {
        const Part = added ? 'ins' : removed ? 'del' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
        return <Part key={index}>{value}</Part>
      }) ?? text}
    </Text>
  )
}
