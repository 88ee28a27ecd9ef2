import { paths } from '@utter/contracts/screens'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Prose } from '../../ui/layout/page.tsx'
import { InlineCode, TextLink } from '../../ui/layout/text.tsx'

const example = () =>
  [`curl "${location.origin}/api/verify" \\`, '  -H "Content-Type: audio/mpeg" \\', '  --data-binary @sound.mp3'].join(
    '\n',
  )

/** The mark of a sound and the receipt of a job, and how anybody verifies them. */
export const VerifyGuide = () => (
  <>
    <Prose>
      Each mp3 begins with a tag that says that a machine has spoken it, and states, signed, of which job or chapter it
      is. A title or a picture may be added to it; a changed byte of the sound is found. Anybody can have a file{' '}
      <TextLink to={paths.verify}>verified</TextLink>, without an account.
    </Prose>
    <CodeBlock title="Verify an mp3" text={example()} />
    <Prose>
      The receipt of a job that has ended is at <InlineCode>/api/jobs/{'{id}'}/receipt</InlineCode>, that of a work at{' '}
      <InlineCode>/api/works/{'{id}'}/receipt</InlineCode>: what was asked for, what has spoken it, and the calls that
      it has cost. Its <InlineCode>signature</InlineCode> says the same by itself. The public keys are at{' '}
      <InlineCode>/.well-known/utter-keys.json</InlineCode>, so that a program can verify without this platform.
    </Prose>
  </>
)
