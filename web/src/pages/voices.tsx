import { useQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { useEffect } from 'react'
import { CodeButton } from '../features/code-samples/code-button.tsx'
import { OwnVoicesCard } from '../features/own-voices/own-voices-card.tsx'
import { stopSound } from '../features/player/shared-sound.ts'
import { useMe } from '../features/session/me.ts'
import { VoiceListCard, WaitingVoiceList } from '../features/voice-library/voice-list-card.tsx'
import { voicesQuery } from '../features/voices/queries.ts'
import { useAnchor } from '../lib/hooks/use-anchor.ts'
import { t } from '../lib/language/words.ts'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'
import { Part } from '../ui/layout/part.tsx'
import { Stack } from '../ui/layout/text.tsx'

export function VoicesPage() {
  const voices = useQuery(voicesQuery)
  const me = useMe()
  useAnchor()
  useEffect(() => stopSound, [])
  return (
    <Page
      {...screenTitle(paths.voices)}
      aside={
        <CodeButton calls={() => [{ does: t('The list of voices'), call: { method: 'GET', path: '/api/voices' } }]} />
      }
    >
      <Stack>
        <Part query={voices} waiting={<WaitingVoiceList />} failure={t('The voices could not be read')}>
          {(list) =>
            me.isPending ? (
              <WaitingVoiceList />
            ) : (
              <>
                <VoiceListCard voices={list ?? []} />
                {/* The last part: it comes later than the list, and nothing that is there moves. */}
                {me.data && <OwnVoicesCard />}
              </>
            )
          }
        </Part>
      </Stack>
    </Page>
  )
}
