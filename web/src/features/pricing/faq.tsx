import styled from 'styled-components'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { Disclosure, Disclosures } from '../../ui/layout/disclosures.tsx'

const answers: [question: MessageDescriptor, answer: MessageDescriptor][] = [
  [
    msg('Can I cancel at any time?'),
    msg('Yes. After cancellation your plan stays active until the end of the billing period.'),
  ],
  [
    msg('What counts as a call?'),
    msg(
      'One finished voice job. An answer of the Voice Chatbot is one too, and a chapter of a work for each started 10,000 characters that are spoken. Failed, cancelled and cached jobs cost nothing.',
    ),
  ],
  [
    msg('What happens when I reach my limit?'),
    msg(
      'Bonus calls are used next. Then paid plans go on at the overage price of the plan, up to your spending limit. Free stops until the next period or an upgrade.',
    ),
  ],
  [
    msg('When does my usage reset?'),
    msg('At the start of each billing period. My Account shows the days of the present one.'),
  ],
]

const Head = styled(CardHead)`
  padding-bottom: 0;
`

const Questions = styled(Disclosures)`
  padding-top: 0;
`

export const Faq = () => (
  <Card aria-labelledby="faq">
    <Head>
      <h2 id="faq">{t('FAQ')}</h2>
    </Head>
    <Questions>
      {answers.map(([question, answer], index) => (
        <Disclosure key={question.id} title={t(question)} isOpen={index === 0}>
          <p>{t(answer)}</p>
        </Disclosure>
      ))}
    </Questions>
  </Card>
)
