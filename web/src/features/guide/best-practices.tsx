import { Check } from 'lucide-react'
import styled from 'styled-components'
import { InlineCode } from '../../ui/layout/text.tsx'

const List = styled.ul`
  display: grid;
  gap: 8px;
  padding: 0;
  list-style: none;

  li { display: grid; grid-template-columns: 16px minmax(0, 68ch); gap: 10px; color: var(--fg-2); line-height: 22px; }
  svg { margin-top: 3px; color: var(--fg-3); }
`

const practices = [
  <>
    Send the same <InlineCode>requestId</InlineCode> when you try again: you get the first job, and a job is never made
    or paid twice.
  </>,
  <>
    Follow <InlineCode>/api/events/{'{jobId}'}</InlineCode> rather than asking again and again: it tells each change as
    it happens, and goes on after <InlineCode>Last-Event-ID</InlineCode> when a line breaks.
  </>,
  <>
    After a 429 or 503 wait for the seconds in <InlineCode>Retry-After</InlineCode>. After a 500 the same request may be
    sent again; what it began is found by its <InlineCode>requestId</InlineCode>.
  </>,
  <>
    For one short text send <InlineCode>Prefer: wait=30</InlineCode>: the answer is the finished job.
  </>,
  <>
    Before a job <InlineCode>/api/stats/expected</InlineCode> tells how long it would take, by what its voice took
    lately and by what waits.
  </>,
  <>
    To let somebody hear a job without an account, make its link by POST{' '}
    <InlineCode>/api/jobs/{'{id}'}/share</InlineCode>: it opens a page with the sound, and its text unless you keep it.
    DELETE takes it back.
  </>,
  <>
    Give each program a key of its own, with no more scopes than it needs and a monthly cap: it can be revoked alone.
    With jobs:write alone it submits, and is shown no text and no audio.
  </>,
  <>
    A program that speaks by OpenAI’s client needs two changes: the base address{' '}
    <InlineCode>{location.origin}/v1</InlineCode>, and one of your keys. Its voices and formats work as they are.
    ElevenLabs’ client takes <InlineCode>{location.origin}</InlineCode> and a key in the same way, and the ids of our
    voices. It lists your own voices too, and tells your usage: each call as the characters that it may have on your
    plan. From the creator plan on its <InlineCode>convertWithTimestamps</InlineCode> has the times of each character.
  </>,
]

export const BestPractices = () => (
  <List>
    {practices.map((practice, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list.
      <li key={index}>
        <Check size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{practice}</span>
      </li>
    ))}
  </List>
)
