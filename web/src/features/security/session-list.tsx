import { useQueryClient } from '@tanstack/react-query'
import type { SessionRow } from '@utter/contracts/http/account/sessions'
import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { accountChanged } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useWrite } from '../session/use-write.ts'
import { SecurityLine } from './lines.tsx'
import { sessionsQuery } from './queries.ts'

/** How a session began; nothing where that is not known. */
const ways: Record<NonNullable<SessionRow['signedInBy']>, MessageDescriptor> = {
  password: msg('by password'),
  code: msg('by password and code'),
  'recovery-code': msg('by password and recovery code'),
  passkey: msg('by passkey'),
}

/** 'Firefox on Linux', or a fallback for a client that gave no name. */
const clientOf = ({ client }: SessionRow) => client ?? t('An unknown program')

export function SessionList({ sessions }: { sessions: SessionRow[] }) {
  const now = useServerNow(15_000)
  return (
    <ul aria-labelledby="sessions-title">
      {sessions.map((session) => (
        <SecurityLine key={session.id}>
          <span>
            <b>{clientOf(session)}</b>
            <small>
              {session.address && `${session.address} · `}
              <Trans id="last used {time}" values={{ time: <TimeAgo at={session.lastUsedAt} now={now} /> }} />
              {session.signedInBy && ` · ${t(ways[session.signedInBy])}`}
            </small>
          </span>
          {session.isCurrent ? (
            <Badge tone="cancelled" icon={Check}>
              {t('This device')}
            </Badge>
          ) : (
            <EndSession session={session} />
          )}
        </SecurityLine>
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
      toast({ title: t('Session ended'), text: clientOf(session) })
      return accountChanged(client)
    },
    onRefused: (error) => {
      toastRefusal(error, t('Failed to process request'))
      // It may have ended meanwhile.
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    fallback: t('Failed to process request'),
  })
  return (
    <Button
      ref={button}
      isSmall
      isBusy={isPending}
      disabled={secondsLeft > 0}
      aria-label={t('End the session of {program}', { program: clientOf(session) })}
      onClick={() => write(undefined)}
    >
      {secondsLeft > 0 ? `${secondsLeft} s` : t('End')}
    </Button>
  )
}
