/** The parts of the guide, in their order; the list next to them links to each. */
export const sections = [
  { id: 'quick-start', title: 'Quick start' },
  { id: 'api', title: 'API docs' },
  { id: 'marks', title: 'Marks in a text' },
  { id: 'works', title: 'Works' },
  { id: 'verify', title: 'Marks and receipts' },
  { id: 'agents', title: 'Agents (MCP)' },
  { id: 'errors', title: 'Errors' },
  { id: 'best-practices', title: 'Best practices' },
  { id: 'limits', title: 'Rate limits and usage' },
  { id: 'troubleshooting', title: 'Troubleshooting' },
] as const

export type SectionId = (typeof sections)[number]['id']
