import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { CopyButton } from '../form/copy-button.tsx'

/** The sunken box of code, with or without tabs above. */
export const codeBox = css`
  border: 1px solid var(--line);
  border-radius: var(--r-3);
  background: var(--sunken);
  overflow: hidden;
`

export const CodeBar = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 4px 4px 4px 6px;
  border-bottom: 1px solid var(--line);
`

/** Code that wraps. A `b` in it comes from the person's own input. */
export const Code = styled.pre`
  padding: 14px 16px;
  color: var(--fg-2);
  font: 12px / 20px var(--mono);
  font-variant-ligatures: none;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  b { color: var(--fg); font-weight: 600; }
  ${narrow} { padding: 12px 10px; }
`

const Box = styled.div`
  ${codeBox}
`

const Title = styled.span`
  padding-left: 10px;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 32px;
`

interface CodeBlockProps {
  /** A name for the code: a language, a file, 'Response'. */
  title: string
  /** The text that the button copies. */
  text: string
  /** The text with highlighted parts; else the text itself. */
  children?: ReactNode
}

/** A piece of code with its copy button. */
export const CodeBlock = ({ title, text, children = text }: CodeBlockProps) => (
  <Box>
    <CodeBar>
      <Title>{title}</Title>
      <CopyButton label={t('Copy {title}', { title })} text={() => text} />
    </CodeBar>
    <Code>{children}</Code>
  </Box>
)
