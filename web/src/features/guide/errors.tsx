import { paths } from '@utter/contracts/screens'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Prose } from '../../ui/layout/page.tsx'
import { Mono, TextLink } from '../../ui/layout/text.tsx'

/** A real refusal, so that every member is there. */
export const problemExample = {
  error: 'stability must be between 0 and 1',
  code: 'invalid_request',
  requestId: '0b7e6a52-91f0-4f2e-8a3c-64f9d1c2ab10',
  details: [{ field: 'ttsSettings.stability', message: 'stability must be between 0 and 1' }],
}

/** The body of every answer that is no success. */
export const Errors = () => (
  <>
    <Prose>Every answer that is no success has this body, whatever its status.</Prose>
    <CodeBlock title="Error body" text={JSON.stringify(problemExample, null, 2)} />
    <DataList>
      <DataRow name={<Mono>error</Mono>}>A sentence for people.</DataRow>
      <DataRow name={<Mono>code</Mono>}>The same for programs: it stays when the sentence is worded anew.</DataRow>
      <DataRow name={<Mono>requestId</Mono>}>
        Of this answer: <TextLink to={paths.requests}>your requests</TextLink> are found by it for 7 days. Name it when
        you ask for help.
      </DataRow>
      <DataRow name={<Mono>details</Mono>}>
        The fields at fault, each with its own sentence, where there are some.
      </DataRow>
    </DataList>
    <Prose>
      Whether a fault is ours is told by <TextLink to={paths.status}>Status</TextLink>, which is there without an
      account.
    </Prose>
  </>
)
