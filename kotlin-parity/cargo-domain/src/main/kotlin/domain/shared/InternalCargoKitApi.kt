package io.github.cargokit.domain.shared

/**
 * Marks what the modules of the cargo kit share with each other.
 *
 * It can change or go away in any version. The kit's modules opt in to it; applications shouldn't.
 */
@RequiresOptIn("Only the cargo kit's own modules use this. It can change in any version.")
@Retention(AnnotationRetention.BINARY)
@Target(AnnotationTarget.CLASS, AnnotationTarget.FUNCTION, AnnotationTarget.PROPERTY, AnnotationTarget.CONSTRUCTOR)
public annotation class InternalCargoKitApi
