/** The field of a colour's form that carries a photo, and what it may weigh in bytes: a phone's largest, with room. */
export const photoField = 'foto'
export const maxPhotoBytes = 20 * 1024 * 1024
