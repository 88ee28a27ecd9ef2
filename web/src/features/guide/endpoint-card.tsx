import styled from 'styled-components'
import { narrow } from '../../theme.ts'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { InlineCode, Mono, Stack, Sub } from '../../ui/layout/text.tsx'
import { CodeSample } from '../code-samples/code-sample.tsx'
import type { Endpoint } from './endpoints.ts'
import { HeadingLink } from './section.tsx'

const Bar = styled.div`
  padding: 4px 12px 8px;
  border-bottom: 1px solid var(--line);
  ${narrow} { padding: 4px 8px 8px; }
`

const Panel = styled(TabPanel)`
  padding: 16px 20px;
  ${narrow} { padding: 12px 16px 16px; }
  &:focus-visible { outline-offset: -2px; }
`

/** A call of the API: its fields, code that makes it, and its response. */
export function EndpointCard({ endpoint: { id, title, text, call, fields, response } }: { endpoint: Endpoint }) {
  return (
    <Card id={id} aria-labelledby={`${id}-title`}>
      <CardHead>
        <hgroup>
          <h3 id={`${id}-title`}>
            <HeadingLink id={id}>{title}</HeadingLink>
          </h3>
          <p>{text}</p>
        </hgroup>
      </CardHead>
      <Tabs defaultValue="endpoint">
        <Bar>
          <TabList aria-label={title}>
            <Tab value="endpoint">Endpoint</Tab>
            <Tab value="code">Code examples</Tab>
            <Tab value="response">Response</Tab>
          </TabList>
        </Bar>
        <Panel value="endpoint">
          <DataList>
            <DataRow name="Method and path">
              <Mono>
                <InlineCode>{call.method}</InlineCode> {call.path}
              </Mono>
            </DataRow>
            {fields.map((field) => (
              <DataRow key={field.name} name={<Mono>{field.name}</Mono>}>
                {field.text}
              </DataRow>
            ))}
          </DataList>
        </Panel>
        <Panel value="code">
          <CodeSample call={call} />
        </Panel>
        <Panel value="response">
          <Stack $gap={12}>
            <Sub as="p">{response.text}</Sub>
            <CodeBlock title={call.isStream ? 'Events' : 'Body'} text={response.example} />
          </Stack>
        </Panel>
      </Tabs>
    </Card>
  )
}
