/** A check that cannot be made, since another row has the cause, or since nothing says where its subject is. */
export class NotExamined extends Error {}
