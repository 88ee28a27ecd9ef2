/** Texts to be spoken: short, so that two hundred are done within minutes. `{…}` is filled from the lists below. */
const spoken = [
  'Welcome back to the show. I am {name}, and today we talk about {topic}.',
  'Your order number {number} has left our warehouse in {city} and arrives on {day}.',
  'Thank you for calling. All our agents are busy; your wait is about {few} minutes.',
  'Good morning {city}! It is {few} degrees outside, and the rest of {day} stays dry.',
  'Chapter {few}. {name} closed the door, listened for a moment, and went on.',
  'This is a reminder: your appointment with Dr. {name} is on {day} at {few} o’clock.',
  'Turn left in {number} metres, then keep right towards {city}.',
  'In this lesson you learn the basics of {topic}. Take your time, and pause whenever you like.',
  'Breathe in. Hold it for {few} seconds. And slowly breathe out again.',
  'Platform {few}: the train to {city} is running about {few} minutes late.',
  'New this week: a guide to {topic}, written by {name}. The link is in the notes.',
  'Please leave your message after the tone, and {name} will call you back on {day}.',
  'Step {few}: press the button for {few} seconds until the light turns green.',
  'That was {topic} in under a minute. Subscribe, and see you on {day}!',
  'Attention please. The museum closes in {few} minutes. We hope to see you again in {city}.',
  'Our spring sale ends on {day}. Use the code HELLO{few} for ten percent off.',
  'The meeting about {topic} has moved to {day}, {few} p.m., in the small room.',
  'Once upon a time, in a village near {city}, there lived a baker whose name was {name}.',
  'Flight {number} to {city} is now boarding at gate {few}.',
  'You have {few} new messages. The first one is from {name}, received on {day}.',
  'To hear this again in another voice, press {few}. To speak to {name}, stay on the line.',
  'Today’s word is “serendipity”: finding something good without looking for it.',
  'Your verification code is {number}. It is valid for {few} minutes.',
  'The score after {few} sets: {city} leads, and the crowd cannot believe it.',
]

/** Questions to the chat model. */
const asked = [
  'What are three polite ways to decline a meeting?',
  'Explain {topic} to a ten-year-old in two sentences.',
  'Write a short greeting for my voicemail. My name is {name}.',
  'Give me one tip for a weekend in {city}.',
  'How do I start a podcast about {topic}?',
  'Wish {name} a happy birthday in one friendly sentence.',
  'What should I say when I call about order {number}?',
  'Name two good reasons to read about {topic}.',
]

const fills: Record<string, string[]> = {
  name: ['Amara', 'Ben', 'Chiara', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hiro', 'Ines', 'Jonas', 'Kofi'],
  city: ['Lisbon', 'Leeds', 'Oslo', 'Kyoto', 'Austin', 'Ghent', 'Turin', 'Cork', 'Quito'],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  few: ['2', '3', '4', '5', '7', '8', '9', '10', '12'],
  number: ['120', '482', '3071', '66215', '904', '1550', '27'],
  topic: [
    'sourdough',
    'night trains',
    'solar panels',
    'jazz',
    'beekeeping',
    'compound interest',
    'the moon',
    'typography',
  ],
}

// 5 and 3 share no factor with the length of a list, so that every fill has its turn.
const filled = (template: string, index: number) => {
  let place = 0
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const list = fills[name] ?? []
    return list[(index * 5 + place++ * 3) % list.length] ?? name
  })
}
const textOf = (templates: string[]) => (index: number) =>
  filled(templates[index % templates.length] ?? '', index + Math.floor(index / templates.length))

/** The nth text of its kind: two of them are seldom the same. */
export const spokenText = textOf(spoken)
export const askedText = textOf(asked)
