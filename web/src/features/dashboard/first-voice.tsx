import { useQuery } from '@tanstack/react-query'
import type { VoiceView } from '@utter/contracts/http/voices'
import { useState } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { medium } from '../../theme.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { CardHead } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { playgroundWith } from '../playground/playground-address.ts'
import { signUpFor } from '../session/next-path.ts'
import { voicesQuery } from '../voices/queries.ts'
import { DayCard, DayColumns } from './day-card.tsx'
import { Sample } from './sample.tsx'
import { VoiceChoice } from './voice-choice.tsx'

const Act = styled.div`
  display: grid;
  justify-items: start;
  align-content: end;
  gap: 12px;
  color: var(--fg-2);
`

/** The second column, next to the sample and what is below it; between the two on narrower screens. */
const Choice = styled(VoiceChoice)`
  grid-column: 2;
  grid-row: 1 / 3;
  ${medium} { grid-column: 1; grid-row: 2; }
`

/** The visitor's card: a voice to play at once, and others next to it. Signing up leads to the Playground, with it chosen. */
export function FirstVoice() {
  const { data: voices, isPending } = useQuery(voicesQuery)
  const [chosenId, setChosenId] = useState<string>()
  const chosen: VoiceView | undefined = voices?.find(({ id }) => id === chosenId) ?? voices?.[0]
  return (
    <DayCard aria-labelledby="first-voice">
      <CardHead>
        <h2 id="first-voice">{t('Hear a voice')}</h2>
      </CardHead>
      <DayColumns>
        {chosen ? (
          <Sample key={chosen.id} voice={chosen} isPlayedAtOnce={chosenId !== undefined} />
        ) : isPending ? (
          <Skeleton $height={72} />
        ) : (
          <p>{t('Voices will be heard here.')}</p>
        )}
        <Choice voices={voices ?? []} chosenId={chosen?.id} onChoose={setChosenId} />
        <Act>
          <p>{t('Sign up, and hear your own words in it.')}</p>
          <LinkButton to={signUpFor(playgroundWith({ kind: 'tts', voiceId: chosen?.id }))} look="primary">
            {t('Sign up')}
          </LinkButton>
        </Act>
      </DayColumns>
    </DayCard>
  )
}
