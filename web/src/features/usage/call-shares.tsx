import { useQuery } from '@tanstack/react-query'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { type ReactNode, useState } from 'react'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Mono, Sub } from '../../ui/layout/text.tsx'
import { keysQuery } from '../api-keys/queries.ts'
import { SmallTitle } from './small-title.tsx'

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 24px 40px;
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

/** As high with one line as with three: what comes late moves nothing. */
const List = styled.ul`
  min-height: 108px;
  margin-top: 4px;
`

const Line = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 16px;
  min-height: 36px;
  padding: 6px 0;
  border-top: 1px solid var(--line);
  overflow-wrap: anywhere;
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  &:first-child { border-top: 0; }
`

/** Lines before the rest is asked for. */
const maxLines = 5

interface SharesProps {
  title: string
  rows: readonly { id: string; name: ReactNode; calls: number }[]
}

function Shares({ title, rows }: SharesProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, maxLines)
  return (
    <div>
      <SmallTitle>{title}</SmallTitle>
      <List>
        {shown.map(({ id, name, calls }) => (
          <Line key={id}>
            {name}
            <span>{grouped(calls)}</span>
          </Line>
        ))}
        {rows.length === 0 && (
          <Line>
            <Sub>{t('None of this period’s jobs has ended yet')}</Sub>
          </Line>
        )}
      </List>
      {rows.length > maxLines && (
        <Button look="ghost" isSmall aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('Show fewer') : t('Show all {count}', { count: rows.length })}
        </Button>
      )}
    </div>
  )
}

/** Characters of an id's beginning that distinguish two keys. */
const idLength = 8

/** A key by its name; a key that is gone by its id. */
function KeyName({ keyId }: { keyId: string }) {
  const { data: keys, isPending, isFetching } = useQuery(keysQuery)
  if (isPending) return <Skeleton $width="96px" />
  const key = keys?.find(({ id }) => id === keyId)
  if (key) return <span dir="auto">{key.name}</span>
  return (
    <Sub>
      {keys && !isFetching ? t('Revoked key') : t('Key')} <Mono>{keyId.slice(0, idLength)}…</Mono>
    </Sub>
  )
}

/** Which voices and which keys took this period's calls, the most used first. */
export const CallShares = ({ usage: { voices, keys } }: { usage: UsageView }) => (
  <Columns>
    <Shares
      title={t('Calls by voice')}
      rows={voices.map(({ voiceId, calls }) => ({ id: voiceId, name: <Mono>{voiceId}</Mono>, calls }))}
    />
    <Shares
      title={t('Calls by key')}
      rows={keys.map(({ keyId, calls }) => ({
        id: keyId ?? '',
        name: keyId === null ? <span>{t('Signed in')}</span> : <KeyName keyId={keyId} />,
        calls,
      }))}
    />
  </Columns>
)
