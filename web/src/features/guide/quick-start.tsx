import { paths } from '@utter/contracts/screens'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Prose } from '../../ui/layout/page.tsx'
import { InlineCode, TextLink } from '../../ui/layout/text.tsx'
import { sampleOf, textOf } from '../code-samples/code-samples.ts'
import { endpoints } from './endpoints.ts'

const Steps = styled.ol`
  display: grid;
  gap: 20px;
  padding: 0;
  list-style: none;
  counter-reset: step;

  > li {
    display: grid;
    grid-template-columns: 28px minmax(0, 1fr);
    gap: 14px;
    counter-increment: step;
  }
  > li::before {
    content: counter(step);
    display: grid;
    place-items: center;
    width: 28px;
    height: 28px;
    border: 1px solid var(--line-strong);
    border-radius: var(--r-full);
    font-size: 13px;
    font-weight: 600;
  }
  h3 { line-height: 28px; font-size: 14px; font-weight: 600; }
  > li > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; min-width: 0; }
  /* As wide as the screen: code needs it more than order does. */
  ${narrow} { [data-code] { margin-left: -42px; } }
`

const first = endpoints[0]

export const QuickStart = () => (
  <Steps>
    <li>
      <div>
        <h3>Create an API key</h3>
        <Prose>
          Open <TextLink to={`${paths.account}#keys`}>My Account</TextLink> and choose New key. Copy it at once: it is
          shown that one time. The examples on this page read it from the environment variable{' '}
          <InlineCode>UTTER_KEY</InlineCode>.
        </Prose>
      </div>
    </li>
    <li>
      <div>
        <h3>Send a voice job</h3>
        {first && (
          <div data-code>
            <CodeBlock title="curl" text={textOf(sampleOf('curl', first.call, location.origin))} />
          </div>
        )}
      </div>
    </li>
    <li>
      <div>
        <h3>Listen</h3>
        <Prose>
          Follow <InlineCode>/api/events/{'{jobId}'}</InlineCode> until it says <InlineCode>completed</InlineCode>, then
          play its <InlineCode>audioUrl</InlineCode>. The <TextLink to={paths.playground}>API Playground</TextLink> does
          the same in the browser.
        </Prose>
      </div>
    </li>
  </Steps>
)
