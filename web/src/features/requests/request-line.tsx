import type { AnsweredRequest, DroppedRequests } from '@utter/contracts/http/account/requests'
import { ChevronDown, ChevronUp, CircleDashed } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { counted } from '../../lib/format/counted.ts'
import { localTime } from '../../lib/format/times.ts'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button } from '../../ui/form/button.tsx'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { Mono } from '../../ui/layout/text.tsx'
import { StatusOfAnswer } from './answer-badge.tsx'
import {
  Asked,
  AskedCell,
  DroppedLine,
  RequestActs,
  RequestCell,
  RequestFacts,
  RequestRow,
  StackedMs,
  Why,
} from './request-grid.tsx'
import { millisecondsOf } from './request-labels.ts'

interface RequestLineProps {
  request: AnsweredRequest
  /** Its time, as the list writes it. */
  moment: string
  keyName: string
}

/** A request that opens to all that is known of it. Drawn again only when it changes: a hundred stand there, and new ones come. */
export const RequestLine = memo(function RequestLine({ request, moment, keyName }: RequestLineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { requestId, at, method, path, status, ms, error, code } = request
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <RequestRow>
      <RequestCell $area="status">
        <StatusOfAnswer status={status} />
      </RequestCell>
      <RequestCell $area="time">
        <time dateTime={at}>{moment}</time>
      </RequestCell>
      <AskedCell>
        <Asked>
          <b>{method}</b> {path}
        </Asked>
        {error !== null && !isOpen && <Why>{fromServer(error)}</Why>}
      </AskedCell>
      <RequestCell $area="ms">{millisecondsOf(ms)}</RequestCell>
      <RequestCell $area="key">
        {keyName}
        <StackedMs> · {millisecondsOf(ms)}</StackedMs>
      </RequestCell>
      <RequestActs>
        <CopyButton label={t('Copy the id of {method} {path}', { method, path })} text={() => requestId} />
        <Button
          look="ghost"
          isSmall
          isIcon
          aria-label={
            isOpen
              ? t('Hide details of {method} {path}', { method, path })
              : t('Show details of {method} {path}', { method, path })
          }
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Chevron size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </RequestActs>
      {isOpen && (
        <RequestFacts id={id}>
          {facts({ error, code, requestId, at }).map(([name, value, isMono]) => (
            <Fact key={name} name={name} value={value} isMono={isMono} />
          ))}
        </RequestFacts>
      )}
    </RequestRow>
  )
})

type FactOf = [name: string, value: string, isMono: boolean]
const facts = ({
  error,
  code,
  requestId,
  at,
}: Pick<AnsweredRequest, 'error' | 'code' | 'requestId' | 'at'>): FactOf[] => [
  ...(error === null ? [] : [[t('Error'), fromServer(error), false] satisfies FactOf]),
  ...(code === null ? [] : [[t('Code'), code, true] satisfies FactOf]),
  [t('Request id'), requestId, true],
  [t('Answered'), localTime(at), false],
]

const Fact = ({ name, value, isMono }: { name: string; value: string; isMono: boolean }) => (
  <>
    <span>{name}</span>
    {isMono ? <Mono>{value}</Mono> : <span>{value}</span>}
  </>
)

/** Requests of a minute that are not in the log. */
export const DroppedRow = ({ dropped: { at, count }, moment }: { dropped: DroppedRequests; moment: string }) => (
  <RequestRow>
    <RequestCell $area="status">
      <Badge tone="cancelled" icon={CircleDashed}>
        {t('Not kept')}
      </Badge>
    </RequestCell>
    <RequestCell $area="time">
      <time dateTime={at}>{moment}</time>
    </RequestCell>
    <DroppedLine>
      {t('{requests} of this minute: the log had no room for them.', { requests: counted(count, 'more request') })}
    </DroppedLine>
  </RequestRow>
)
