import type { ApiKeyView } from '@utter/contracts/http/api-keys'
import { RefreshCw, Trash2 } from 'lucide-react'
import styled from 'styled-components'
import { dateOf, localTime, timeAgo } from '../../lib/times.ts'
import { useNow } from '../../lib/use-now.ts'
import { forced, mono, narrow, tight } from '../../theme.ts'
import { Button } from '../../ui/button.tsx'
import { limitsOf, usedOf } from './key-words.ts'

const heads = ['Name', 'Key', 'Scopes', 'Calls', 'Last used', 'Expires', 'Actions'] as const

// Table roles on grid rows: a real table would lose its roles when its rows stack.
const Table = styled.div.attrs({ role: 'table' })`
  container: table / inline-size;
`

const Group = styled.div.attrs({ role: 'rowgroup' })``

const Row = styled.div.attrs({ role: 'row' })`
  display: grid;
  grid-template-columns: minmax(0, 1.1fr) 120px minmax(0, 1fr) 116px 104px 104px 70px;
  align-items: center;
  column-gap: 14px;
  min-height: 52px;
  padding: 8px 20px;
  border-top: 1px solid var(--line);

  ${tight} {
    grid-template-columns: minmax(0, 1fr) auto;
    grid-template-areas: 'name actions' 'key actions' 'scopes used' 'calls expires';
    gap: 2px 12px;
    padding: 12px 20px;
  }
  ${narrow} {
    padding-right: 16px;
    padding-left: 16px;
  }
`

const Heads = styled(Row)`
  min-height: 40px;
  padding-top: 0;
  padding-bottom: 0;
  color: var(--fg-3);
  font-size: 12px;
  font-weight: 500;
  > :last-child { text-align: right; }
  ${tight} {
    position: absolute;
    width: 1px;
    height: 1px;
    min-height: 0;
    overflow: hidden;
    clip-path: inset(50%);
    padding: 0;
    border: 0;
  }
`

const Head = styled.span.attrs({ role: 'columnheader' })``

const Name = styled.span.attrs({ role: 'cell' })`
  min-width: 0;
  font-weight: 500;
  overflow-wrap: anywhere;
  small { display: block; color: var(--fg-3); font-size: 12px; font-weight: 400; line-height: 16px; }
  ${tight} { grid-area: name; }
`
const Start = styled.span.attrs({ role: 'cell' })`
  ${mono}
  color: var(--fg-2);
  ${tight} { grid-area: key; }
`
const Scopes = styled.span.attrs({ role: 'cell' })`
  ${mono}
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  ${tight} { grid-area: scopes; }
`
const Figure = styled.span.attrs({ role: 'cell' })<{ $area: 'calls' | 'used' | 'expires' }>`
  color: var(--fg-3);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  ${tight} {
    grid-area: ${({ $area }) => $area};
    text-align: ${({ $area }) => ($area === 'calls' ? 'left' : 'right')};
  }
`
/** Where rows stack there is no head to say what a date means. */
const Stacked = styled.span`
  display: none;
  ${tight} { display: inline; }
`
const Actions = styled.span.attrs({ role: 'cell' })`
  display: flex;
  justify-content: flex-end;
  gap: 2px;
  margin-right: -6px;
  ${tight} { grid-area: actions; align-self: start; }
  ${forced} { gap: 4px; }
`

interface KeyTableProps {
  keys: ApiKeyView[]
  /** A person seems to want one of the dialogs. */
  onIntent: () => void
  onReroll: (key: ApiKeyView) => void
  onRevoke: (key: ApiKeyView) => void
}

export function KeyTable({ keys, onIntent, onReroll, onRevoke }: KeyTableProps) {
  const now = useNow(15_000)
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  const intent = { onPointerEnter: onIntent, onFocus: onIntent }
  return (
    <Table aria-labelledby="keys-title">
      <Group>
        <Heads>
          {heads.map((head) => (
            <Head key={head}>{head}</Head>
          ))}
        </Heads>
      </Group>
      <Group>
        {keys.map((key) => (
          <Row key={key.id}>
            <Name>
              {key.name}
              {limitsOf(key) && <small>{limitsOf(key)}</small>}
            </Name>
            <Start>{key.start}…</Start>
            <Scopes>{key.scopes.join(' ')}</Scopes>
            <Figure $area="calls">
              {usedOf(key)}
              <Stacked> calls</Stacked>
            </Figure>
            <Figure $area="used">
              {key.lastUsedAt ? (
                <time dateTime={key.lastUsedAt} title={localTime(key.lastUsedAt)}>
                  {timeAgo(key.lastUsedAt, now)}
                </time>
              ) : (
                <>
                  never<Stacked> used</Stacked>
                </>
              )}
            </Figure>
            <Figure $area="expires">
              {key.expiresAt ? (
                <time dateTime={key.expiresAt} title={localTime(key.expiresAt)}>
                  <Stacked>expires </Stacked>
                  {dateOf(key.expiresAt)}
                </time>
              ) : (
                <>
                  never<Stacked> expires</Stacked>
                </>
              )}
            </Figure>
            <Actions>
              <Button
                look="ghost"
                isSmall
                isIcon
                aria-label={`Reroll ${key.name}`}
                {...intent}
                onClick={() => onReroll(key)}
              >
                <RefreshCw {...icon} />
              </Button>
              <Button
                look="danger"
                isSmall
                isIcon
                aria-label={`Revoke ${key.name}`}
                {...intent}
                onClick={() => onRevoke(key)}
              >
                <Trash2 {...icon} />
              </Button>
            </Actions>
          </Row>
        ))}
      </Group>
    </Table>
  )
}
