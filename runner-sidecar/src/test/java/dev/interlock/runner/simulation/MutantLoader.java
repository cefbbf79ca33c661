package dev.interlock.runner.simulation;

import dev.interlock.runner.simulation.Mutation.Body;
import dev.interlock.runner.simulation.Mutation.Replacement;
import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Loads the code under test and the simulation anew, with the rules of one mutation replaced.
/// Nothing in the production code knows of it.
final class MutantLoader extends ClassLoader {
  private static final String OURS = "dev.interlock.";

  private final Mutation mutation;
  private final Set<Replacement> made = new HashSet<>();

  MutantLoader(Mutation mutation, ClassLoader parent) {
    super(parent);
    this.mutation = mutation;
  }

  /// The replacements whose method was not found in any class that was loaded.
  List<Replacement> missing() {
    return mutation.replacements().stream().filter(wanted -> !made.contains(wanted)).toList();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      var loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (var in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      var bytes = in.readAllBytes();
      var wrong = mutation.replacements().stream().filter(r -> r.type().equals(name)).toList();
      var mutant = wrong.isEmpty() ? bytes : mutate(bytes, wrong);
      return defineClass(name, mutant, 0, mutant.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] mutate(byte[] bytes, List<Replacement> wrong) {
    var file =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(getParent())));
    var model = file.parse(bytes);
    return file.transformClass(
        model, (builder, element) -> rewrite(builder, element, model, wrong));
  }

  private void rewrite(
      ClassBuilder builder, ClassElement element, ClassModel type, List<Replacement> wrong) {
    if (element instanceof MethodModel method && method.code().isPresent()) {
      for (var replacement : wrong) {
        if (method.methodName().equalsString(replacement.method())) {
          made.add(replacement);
          replace(builder, method, type, replacement.by());
          return;
        }
      }
    }
    builder.with(element);
  }

  private static void replace(ClassBuilder builder, MethodModel method, ClassModel type, Body by) {
    int flags = method.flags().flagsMask();
    var name = method.methodName().stringValue();
    var signature = method.methodTypeSymbol();
    builder.withMethod(
        name + "$original",
        signature,
        (flags & ~ClassFile.ACC_PRIVATE) | ClassFile.ACC_PUBLIC,
        copy -> copy.with(method.code().orElseThrow()));
    boolean isStatic = method.flags().has(AccessFlag.STATIC);
    builder.withMethod(
        name,
        signature,
        flags,
        made ->
            made.withCode(
                code -> write(code, type.thisClass().asSymbol(), isStatic, signature, by)));
  }

  private static void write(
      CodeBuilder code, ClassDesc owner, boolean isStatic, MethodTypeDesc signature, Body by) {
    var kind = TypeKind.from(signature.returnType());
    switch (by) {
      case Body.Constant(var value) -> code.loadConstant(value);
      case Body.Null _ -> code.aconst_null();
      case Body.Call(var type, var method) -> {
        var parameters = signature;
        if (!isStatic) {
          code.aload(0);
          parameters = parameters.insertParameterTypes(0, owner);
        }
        for (int i = 0; i < signature.parameterCount(); i++) {
          code.loadLocal(TypeKind.from(signature.parameterType(i)), code.parameterSlot(i));
        }
        code.invokestatic(ClassDesc.of(type), method, parameters);
      }
    }
    if (signature.returnType().equals(ConstantDescs.CD_void)) {
      code.return_();
    } else {
      code.return_(kind);
    }
  }
}
