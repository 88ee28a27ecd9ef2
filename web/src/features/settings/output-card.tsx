import type { UseQueryResult } from '@tanstack/react-query'
import type { Settings } from '@utter/contracts/http/account/settings'
import { maxCompletionTokens, outputFormat } from '@utter/contracts/settings'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { Caption, Mono } from '../../ui/layout/text.tsx'
import { WaitingText } from './waiting-rows.tsx'

/** The meaning of the format's name. */
const formatInWords = '48 kHz, 128 kbps'

const InWords = styled.span`
  color: var(--fg-3);
`

interface OutputCardProps {
  query: UseQueryResult<Settings>
  isVisitor: boolean
}

/** The models, which only the signed-in see, and what all replies and recordings have in common. */
export const OutputCard = ({ query, isVisitor }: OutputCardProps) => (
  <Card aria-labelledby="output-title">
    <CardHead>
      <h2 id="output-title">{t('Models and output')}</h2>
    </CardHead>
    <CardBody>
      <DataList>
        {!isVisitor && (
          <DataRow name={t('Chat model')}>
            <Model query={query} field="chatModel" />
          </DataRow>
        )}
        <DataRow name={t('Max completion tokens')}>{maxCompletionTokens}</DataRow>
        {!isVisitor && (
          <DataRow name={t('Speech model')}>
            <Model query={query} field="speechModel" />
          </DataRow>
        )}
        <DataRow name={t('Output format')}>
          <span>
            <Mono>{outputFormat}</Mono> <InWords>{formatInWords}</InWords>
          </span>
        </DataRow>
      </DataList>
    </CardBody>
  </Card>
)

/** A model's name. The reason of a failed read is in the card of the credentials. */
function Model({ query, field }: { query: UseQueryResult<Settings>; field: 'chatModel' | 'speechModel' }) {
  if (query.data)
    return (
      <span>
        <Mono>{query.data[field]}</Mono>
      </span>
    )
  if (query.isError && !query.isFetching) return <Caption>{t('Could not be read')}</Caption>
  return <WaitingText $width="160px" aria-hidden="true" />
}
