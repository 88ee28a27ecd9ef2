import { useQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { useEffect } from 'react'
import { OwnVoicesCard } from '../features/own-voices/own-voices-card.tsx'
import { stopSound } from '../features/player/shared-sound.ts'
import { useMe } from '../features/session/me.ts'
import { VoiceListCard, WaitingVoiceList } from '../features/voice-library/voice-list-card.tsx'
import { voicesQuery } from '../features/voices/queries.ts'
import { titles } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'
import { Part } from '../ui/layout/part.tsx'
import { Stack } from '../ui/layout/text.tsx'

export function VoicesPage() {
  const voices = useQuery(voicesQuery)
  const isSignedIn = useMe().data !== undefined
  useEffect(() => stopSound, [])
  return (
    <Page {...titles[paths.voices]}>
      <Stack>
        {isSignedIn && <OwnVoicesCard />}
        <Part query={voices} waiting={<WaitingVoiceList />} failure="The voices could not be read">
          {(list) => <VoiceListCard voices={list ?? []} />}
        </Part>
      </Stack>
    </Page>
  )
}
