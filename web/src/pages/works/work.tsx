import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkView } from '@utter/contracts/http/works/views'
import { paths } from '@utter/contracts/screens'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'
import styled from 'styled-components'
import { readAccountAgain, useMe } from '../../features/session/me.ts'
import { RequireUser } from '../../features/session/require-user.tsx'
import { findVoice } from '../../features/voices/find-voice.ts'
import { useVoices } from '../../features/voices/use-voices.ts'
import { useLiveWork } from '../../features/works/live-works.ts'
import { workQuery } from '../../features/works/queries.ts'
import { ChaptersCard } from '../../features/works/work/chapters-card.tsx'
import { useWorkPlayer } from '../../features/works/work/use-work-player.ts'
import { WorkHeadCard } from '../../features/works/work/work-head-card.tsx'
import { WorkPlayerCard } from '../../features/works/work/work-player-card.tsx'
import { counted } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'
import { HttpError } from '../../lib/server/http.ts'
import { narrow } from '../../theme.ts'
import { screenTitle } from '../../titles.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Stack } from '../../ui/layout/text.tsx'

export function OneWorkPage() {
  const { workId = '' } = useParams()
  useLiveWork(workId)
  const isSignedIn = useMe().data !== undefined
  const work = useQuery({ ...workQuery(workId), enabled: isSignedIn })
  const { data: voices } = useVoices()
  const view = work.data
  useFreshAccount(view?.calls)
  const voice = view && (findVoice(voices, view.voiceId)?.name ?? view.voiceId)
  const isGone = !view && work.error instanceof HttpError && work.error.status === 404
  return (
    <Page
      title={view?.title ?? screenTitle(paths.work).title}
      subtitle={view ? `${voice} · ${counted(view.characters, 'character')}` : screenTitle(paths.work).subtitle}
    >
      <RequireUser waiting={<Waiting />}>
        {isGone ? (
          <NoSuchWork />
        ) : (
          <Part query={work} waiting={<Waiting />} failure={t('The work could not be read')}>
            {(shown) => <Parts key={shown.workId} work={shown} />}
          </Part>
        )}
      </RequireUser>
    </Page>
  )
}

function Parts({ work }: { work: WorkView }) {
  const player = useWorkPlayer(work)
  return (
    <Stack>
      <WorkHeadCard work={work} />
      <WorkPlayerCard work={player} />
      <ChaptersCard work={work} player={player} />
    </Stack>
  )
}

const Head = styled(Skeleton)`
  ${narrow} { height: 147px; }
`
const Player = styled(Skeleton)`
  ${narrow} { height: 158px; }
`

const Waiting = () => (
  <Stack>
    <Head $height={151} />
    <Player $height={146} />
    <Skeleton $height={320} />
  </Stack>
)

const NoSuchWork = () => (
  <Card>
    <EmptyState
      title={t('There is no such work')}
      text={t('It was deleted, or it is of another account.')}
      action={<LinkButton to={paths.works}>{t('Back to your works')}</LinkButton>}
    />
  </Card>
)

/** Calls that a work takes are calls of the account. @param calls undefined while it is not read */
function useFreshAccount(calls: number | undefined): void {
  const client = useQueryClient()
  const known = useRef(calls)
  useEffect(() => {
    if (known.current !== undefined && calls !== known.current) void readAccountAgain(client)
    known.current = calls
  }, [client, calls])
}
