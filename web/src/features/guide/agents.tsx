import { paths } from '@utter/contracts/screens'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Prose } from '../../ui/layout/page.tsx'
import { InlineCode, TextLink } from '../../ui/layout/text.tsx'

const address = () => `${location.origin}/mcp`
const json = (value: object) => JSON.stringify(value, null, 2)
/** A header whose key the client fills in, so that no file has it. */
const bearer = (variable: string) => ({ Authorization: `Bearer $\{${variable}}` })

/** Files and commands by which each client learns of a server. */
const clients = [
  {
    title: 'Claude Code',
    text: () => `claude mcp add --transport http utter ${address()} \\\n  --header "Authorization: Bearer $UTTER_KEY"`,
  },
  {
    title: 'Cursor: .cursor/mcp.json',
    text: () => json({ mcpServers: { utter: { url: address(), headers: bearer('env:UTTER_KEY') } } }),
  },
  {
    title: 'VS Code: .vscode/mcp.json',
    text: () =>
      json({
        servers: { utter: { type: 'http', url: address(), headers: bearer('input:utter-key') } },
        inputs: [{ type: 'promptString', id: 'utter-key', description: 'Utter API key', password: true }],
      }),
  },
]

/** Set-up of clients of the Model Context Protocol. */
export const Agents = () => (
  <>
    <Prose>
      An agent that knows the Model Context Protocol speaks by these tools: <InlineCode>speak</InlineCode>,{' '}
      <InlineCode>reply</InlineCode>, <InlineCode>job</InlineCode> and <InlineCode>voices</InlineCode>. Give it this
      address and <TextLink to={`${paths.account}#keys`}>a key</TextLink> of its own with the scopes{' '}
      <InlineCode>jobs:write</InlineCode> and <InlineCode>jobs:read</InlineCode>.
    </Prose>
    {clients.map(({ title, text }) => (
      <CodeBlock key={title} title={title} text={text()} />
    ))}
    <Prose>
      Any other client takes the same two: streamable HTTP at <InlineCode>{address()}</InlineCode>, and the header{' '}
      <InlineCode>Authorization</InlineCode>. What an agent has spoken is a job as any other, in your Job Queue and on
      your plan.
    </Prose>
  </>
)
