import { ttsDefaults } from '@utter/contracts/jobs'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import styled from 'styled-components'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { Code, CodeBar, codeBox } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { Caption, Mono } from '../../ui/text.tsx'
import { type Language, languages, type SampleRequest, sampleOf, textOf } from './code-samples.ts'
import type { VoiceJobValues } from './voice-job.ts'

const Box = styled(Tabs)`
  ${codeBox}
`

const CodeTab = styled(Tab)`
  &[data-state='active'] { background: var(--raised); box-shadow: 0 0 0 1px var(--line); }
`

const Panel = styled(TabPanel)`
  &:focus-visible { outline-offset: -2px; border-radius: 0 0 var(--r-3) var(--r-3); }
`

/** The request that the form would send, as code; values from the form stand out, so that moving a slider is seen here. */
export function RequestCard({ control, requestId }: { control: Control<VoiceJobValues>; requestId: string }) {
  const { userText = '', voiceId = '', ttsSettings } = useWatch({ control })
  const request: SampleRequest = { userText, voiceId, requestId, ttsSettings: { ...ttsDefaults, ...ttsSettings } }
  const [language, setLanguage] = useState<Language>('curl')
  const sample = sampleOf(language, request, location.origin)
  return (
    <Card aria-labelledby="request">
      <CardHead>
        <h2 id="request">Request</h2>
        <Caption as={Mono}>POST /api/reply</Caption>
      </CardHead>
      <CardBody>
        <Box value={language} onValueChange={(value) => setLanguage(value as Language)}>
          <CodeBar>
            <TabList aria-label="Language">
              {languages.map((name) => (
                <CodeTab key={name} value={name}>
                  {name}
                </CodeTab>
              ))}
            </TabList>
            <CopyButton label={`Copy ${language} code`} text={() => textOf(sample)} />
          </CodeBar>
          <Panel value={language}>
            <Code>
              {sample.map(({ text, isValue }, i) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the sample.
                return isValue ? <b key={i}>{text}</b> : text
              })}
            </Code>
          </Panel>
        </Box>
      </CardBody>
    </Card>
  )
}
