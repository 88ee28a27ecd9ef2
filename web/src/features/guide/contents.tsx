import { useEffect, useState } from 'react'
import styled from 'styled-components'
import { medium } from '../../theme.ts'
import { type SectionId, sections } from './sections.ts'

const List = styled.nav`
  position: sticky;
  top: 72px;
  align-self: start;
  display: grid;
  font-size: 13px;
  ${medium} { display: none; }

  a {
    padding: 4px 0 4px 12px;
    border-left: 2px solid var(--line);
    color: var(--fg-3);
    line-height: 22px;
    text-decoration: none;
    &:hover { color: var(--fg); }
    &[aria-current] { border-color: var(--accent); color: var(--fg); font-weight: 500; }
  }
`

/** Below the top bar: a section whose heading has passed this line is the one that is read. */
const lineY = 120

function currentSection(): SectionId {
  const passed = sections.filter(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && top <= lineY
  })
  // The last one is too short to reach the line.
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  return (isAtEnd ? sections.at(-1)?.id : passed.at(-1)?.id) ?? sections[0].id
}

/** The list of the page's sections, with the present one marked. */
export function Contents() {
  const [current, setCurrent] = useState<SectionId>(sections[0].id)
  useEffect(() => {
    const follow = () => setCurrent(currentSection())
    // Not here: to lay out so long a page is a task of its own.
    const frame = requestAnimationFrame(follow)
    addEventListener('scroll', follow, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', follow)
    }
  }, [])
  return (
    <List aria-label="On this page">
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {title}
        </a>
      ))}
    </List>
  )
}
