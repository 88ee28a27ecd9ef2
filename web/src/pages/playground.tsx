import { Page } from '../ui/page.tsx'

export function PlaygroundPage() {
  return (
    <Page title="API Playground" subtitle="Send a voice job and hear the result">
      {null}
    </Page>
  )
}
