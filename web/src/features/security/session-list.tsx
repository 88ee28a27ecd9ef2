import { useQueryClient } from '@tanstack/react-query'
import type { SessionRow } from '@utter/contracts/http/account/sessions'
import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import styled from 'styled-components'
import { useNow } from '../../lib/hooks/use-now.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { narrow } from '../../theme.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { accountChanged } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useWrite } from '../session/use-write.ts'
import { sessionsQuery } from './queries.ts'

const Line = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  min-height: 60px;
  padding: 10px 20px;
  border-top: 1px solid var(--line);
  ${narrow} { padding: 10px 16px; }

  > span { min-width: 0; overflow-wrap: anywhere; }
  b { display: block; font-weight: 500; }
  small { color: var(--fg-3); font-size: 13px; font-variant-numeric: tabular-nums; }
`

/** 'Firefox on Linux', or a fallback for a client that gave no name. */
const clientOf = ({ client }: SessionRow) => client ?? 'An unknown program'

export function SessionList({ sessions }: { sessions: SessionRow[] }) {
  const now = useNow(15_000)
  return (
    <ul aria-labelledby="sessions-title">
      {sessions.map((session) => (
        <Line key={session.id}>
          <span>
            <b>{clientOf(session)}</b>
            <small>
              {session.address && `${session.address} · `}
              last used <TimeAgo at={session.lastUsedAt} now={now} />
            </small>
          </span>
          {session.isCurrent ? (
            <Badge tone="cancelled" icon={Check}>
              This device
            </Badge>
          ) : (
            <EndSession session={session} />
          )}
        </Line>
      ))}
    </ul>
  )
}

function EndSession({ session }: { session: SessionRow }) {
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  // The button goes with its row: the focus it may have stays in the part.
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (document.activeElement === own) document.getElementById('sessions-title')?.focus()
    }
  }, [])
  const { write, isPending, secondsLeft } = useWrite({
    send: () => request('DELETE', `/api/auth/sessions/${session.id}`),
    onDone: () => {
      client.setQueryData(sessionsQuery.queryKey, (rows) => rows?.filter(({ id }) => id !== session.id))
      toast({ title: 'Session ended', text: clientOf(session) })
      return accountChanged(client)
    },
    onRefused: (error) => {
      toastRefusal(error, 'Failed to process request')
      // It may have ended meanwhile.
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    fallback: 'Failed to process request',
  })
  return (
    <Button
      ref={button}
      isSmall
      isBusy={isPending}
      disabled={secondsLeft > 0}
      aria-label={`End the session of ${clientOf(session)}`}
      onClick={() => write(undefined)}
    >
      {secondsLeft > 0 ? `${secondsLeft} s` : 'End'}
    </Button>
  )
}
