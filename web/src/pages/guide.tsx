import { paths } from '@utter/contracts/screens'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Agents } from '../features/guide/agents.tsx'
import { BestPractices } from '../features/guide/best-practices.tsx'
import { EndpointCard } from '../features/guide/endpoint-card.tsx'
import { endpoints } from '../features/guide/endpoints.ts'
import { Errors } from '../features/guide/errors.tsx'
import { LimitsTable } from '../features/guide/limits-table.tsx'
import { Marks } from '../features/guide/marks.tsx'
import { QuickStart } from '../features/guide/quick-start.tsx'
import { Section } from '../features/guide/section.tsx'
import { type SectionId, sections } from '../features/guide/sections.ts'
import { Troubleshooting } from '../features/guide/troubleshooting.tsx'
import { VerifyGuide } from '../features/guide/verify.tsx'
import { WebhooksCard } from '../features/guide/webhooks-card.tsx'
import { WorksGuide } from '../features/guide/works.tsx'
import { useAnchor } from '../lib/hooks/use-anchor.ts'
import { medium } from '../theme.ts'
import { screenTitle } from '../titles.ts'
import { Contents } from '../ui/layout/contents.tsx'
import { Page, Prose } from '../ui/layout/page.tsx'
import { InlineCode } from '../ui/layout/text.tsx'

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 168px;
  gap: 48px;
  ${medium} {
    grid-template-columns: minmax(0, 1fr);
    > nav { display: none; }
  }
`

/** A page of the gateway's, not of this app. */
const DocsLink = styled.a`
  color: var(--fg);
  text-decoration: underline;
  text-underline-offset: 3px;
`

const contents: Record<SectionId, ReactNode> = {
  'quick-start': <QuickStart />,
  api: (
    <>
      <Prose>
        Each call carries a key: <InlineCode>Authorization: Bearer $UTTER_KEY</InlineCode>. Bodies are JSON. Every route
        and field stands in the <DocsLink href="/docs">API reference</DocsLink>.
      </Prose>
      {endpoints.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} />
      ))}
      <WebhooksCard />
    </>
  ),
  marks: <Marks />,
  works: <WorksGuide />,
  verify: <VerifyGuide />,
  agents: <Agents />,
  errors: <Errors />,
  'best-practices': <BestPractices />,
  limits: (
    <>
      <Prose>
        A call is one voice job that ended well: failed and cancelled ones cost nothing. Calls are counted by billing
        period, requests by the minute.
      </Prose>
      <LimitsTable />
    </>
  ),
  troubleshooting: <Troubleshooting />,
}

export function GuidePage() {
  useAnchor()
  return (
    <Page {...screenTitle(paths.guide)}>
      <Columns lang="en">
        <div>
          {sections.map(({ id, title }) => (
            <Section key={id} id={id} title={title}>
              {contents[id]}
            </Section>
          ))}
        </div>
        <Contents sections={sections} />
      </Columns>
    </Page>
  )
}
