import { english } from '../sentences.ts'

/** Sentences of many lengths, as jobs have them: for the check by words. */
export const completenessTexts: string[] = [
  ...english.sentences,
  'The harbour was quiet when the first boats came in, and nobody on the quay said a word.',
  'An old man counted the crates twice; then he wrote the number down in a small green book.',
  'Forty-one, he said, and not one more than yesterday.',
  'Somewhere behind the warehouses a door opened, closed, and opened again.',
  'Do not forget to lock the door.',
  'Your order has been shipped and will arrive on Thursday afternoon.',
  'Press two to speak with an agent, or stay on the line.',
  'The meeting was moved from ten to half past eleven.',
  'He has not paid the invoice, although we reminded him three times.',
  'Turn left at the second corner, then walk straight on for about a mile.',
  'The patient must not take this medicine before a meal.',
  'All of the windows on the north side were broken in the storm.',
  'It was the best of times, it was the worst of times.',
  'She said yes.',
  'I think so.',
  'No, thank you very much.',
  'Water boils at one hundred degrees.',
  'The committee will publish its final report at the end of next month, after every member has had a chance to comment on the draft.',
  'Our flight to Lisbon leaves from gate twenty-seven.',
  'Please hold, your call is important to us.',
  'He played the piano while his sister sang an old song about the sea.',
  'In the middle of the night a loud noise woke the whole village.',
  'Add two spoons of sugar and stir until the butter has melted.',
  'The price went up by nine percent, but sales did not fall.',
  'Thousands of people gathered in the square to watch the fireworks.',
  'Good morning, and welcome to the show.',
  'The bridge is closed for repairs until further notice.',
  'You have three new messages and one missed call.',
  'The quick brown fox jumps over the lazy dog.',
  'If you want to change your password, open the settings and choose security.',
]

/** Sentences that a transcriber writes in other ways than they are written here: figures, abbreviations, names, words that sound alike. */
export const writtenOtherwise: string[] = [
  'The invoice of $3.2M was paid on May 5, 2026, and 41 people came.',
  'It costs 50% more than in 1984: 1,250 euros.',
  'Call 555-0132 before 10:30 or write to Dr. Smith.',
  'Forty-one, he said, and not one more than twenty-seven.',
  'She is twenty-five years old and lives at 221 Baker Street.',
  'Siobhan Llewellyn and Mr. Nguyen met in Worcester with the CEO of IBM.',
  'Their flour is right there, and the knight ate eight whole berries by the sea.',
  'In the second quarter, 3 of 4 stores sold 12 kg of rice a day.',
  'NASA and the FBI do not know; they are sure it is over.',
]
