import { ChevronDown } from 'lucide-react'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'
import { Card, CardHead } from '../../ui/card.tsx'

const answers: [question: string, answer: string][] = [
  ['Can I cancel at any time?', 'Yes. After cancellation your plan stays active until the end of the billing period.'],
  ['What counts as a call?', 'One finished voice job. Failed, cancelled and cached jobs cost nothing.'],
  [
    'What happens when I reach my limit?',
    'Bonus calls are used next. Then paid plans go on at the overage price of the plan, up to your spending limit. Free stops until the next period or an upgrade.',
  ],
  ['When does my usage reset?', 'At the start of each billing period. My Account shows the days of the present one.'],
]

const Head = styled(CardHead)`
  padding-bottom: 0;
`

const Questions = styled.div`
  padding: 0 20px 4px;
  ${narrow} { padding: 0 16px 4px; }
`

const Question = styled.details`
  border-top: 1px solid var(--line);
  &:first-of-type { border-top: 0; }

  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    padding: 14px 0;
    font-weight: 500;
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker { display: none; }
  summary svg { color: var(--fg-3); transition: rotate var(--t-2) var(--ease); }
  &[open] summary svg { rotate: 180deg; }
  p { max-width: 68ch; padding: 0 32px 16px 0; color: var(--fg-2); }
`

export const Faq = () => (
  <Card aria-labelledby="faq">
    <Head>
      <h2 id="faq">FAQ</h2>
    </Head>
    <Questions>
      {answers.map(([question, answer], index) => (
        <Question key={question} open={index === 0}>
          <summary>
            {question}
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </summary>
          <p>{answer}</p>
        </Question>
      ))}
    </Questions>
  </Card>
)
