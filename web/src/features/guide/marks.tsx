import { CodeBlock } from '../../ui/data/code-block.tsx'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Prose } from '../../ui/layout/page.tsx'
import { InlineCode, Mono } from '../../ui/layout/text.tsx'

const example = 'Welcome. [pause:1.5s] [rate:0.9]Your code is [as:spell]UN7[/as]. [voice:kate]And I am Kate.'

/** The marks that a text may have. */
export const Marks = () => (
  <>
    <Prose>
      A text that is spoken as it is may have marks. A mark that cannot be done is a 400 with its place, before anything
      is charged; none is read aloud. Marks are no characters of the text. Any other bracket is text.
    </Prose>
    <CodeBlock title="A text with marks" text={example} />
    <DataList>
      <DataRow name={<Mono>[pause:1.5s]</Mono>}>Silence, from 0.1 to 10 s; also in ms.</DataRow>
      <DataRow name={<Mono>[rate:0.9]</Mono>}>The pace of what follows, from 0.5 to 2, until the next.</DataRow>
      <DataRow name={<Mono>[voice:kate]</Mono>}>Another voice for what follows, until the next.</DataRow>
      <DataRow name={<Mono>[say:cat|kæt]</Mono>}>
        A word by its sounds in IPA, for the voices that have phonemes in GET /api/voices.
      </DataRow>
      <DataRow name={<Mono>[as:digits]42[/as]</Mono>}>
        Figure by figure; with spell letter by letter, and with date as a day (2026-11-27).
      </DataRow>
    </DataList>
    <Prose>
      With <InlineCode>ssml</InlineCode> true the text is SSML instead: speak, break time, prosody rate, voice name,
      phoneme ph, sub alias, and say-as with digits, date, spell-out or characters.
    </Prose>
  </>
)
