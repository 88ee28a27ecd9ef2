/** A text to try with: two chapters, so that the player has something to go on with. */
export const exampleText = `# The Lamp on the Pier

## Chapter 1: Low Water

The harbour of Senn has one lamp, and for thirty years Ines Varo lit it. She carried the oil up forty steps each evening, and each evening she counted them, because a person who counts does not slip.

On the last night of October the boats came home early. Nobody had called them. “The sea went quiet,” said the first man on the stairs. “We did not like to be the only thing that made a noise.”

Ines looked out. The water lay as flat as a table, and at its far edge, where no boat was left, a second lamp was burning.

## Chapter 2: The Answer

She did what keepers do with a light that they do not know. She covered her own, and counted to five, and let it shine again.

The lamp on the water went dark. One, two, three, four, five. Then it was back.

“Well,” said Ines, and put the kettle on. “Somebody out there counts too.”
`
